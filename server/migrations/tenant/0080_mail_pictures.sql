-- Mails may have a second form as HTML, with pictures.

alter table mail add column html text;
comment on column mail.html is 'The same as the text, as HTML, with its pictures as cid:NAME; null for a mail of text alone.';

create table mail_picture (
  mail_id int not null references mail on delete cascade,
  position int not null,
  name text not null,
  description text not null,
  data bytea not null,
  primary key (mail_id, name)
);
comment on table mail_picture is 'The pictures of mails, as PNG.';
comment on column mail_picture.name is 'Its content id, and its file name without the extension.';
comment on column mail_picture.description is 'What it shows, for those who do not see it.';
