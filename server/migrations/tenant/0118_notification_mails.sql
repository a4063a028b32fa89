-- Notifications know the excursion that they are about, and mails of notifications may wait to be sent together.

alter table notification add column excursion jsonb;
comment on column notification.excursion is 'The excursion that it is about, as it was then; null for other kinds, and for older ones.';

create table held_mail (
  id bigint generated always as identity primary key,
  user_id int not null references app_user on delete cascade,
  twin_id int references twin on delete set null,
  message text not null,
  url text,
  facts jsonb not null,
  grouping text,
  group_count int not null default 1,
  time_stamp timestamptz(3) not null,
  due_at timestamptz(3) not null
);
comment on table held_mail is 'Notifications that wait for the next mail to their user.';
comment on column held_mail.url is 'Path of the related page.';
comment on column held_mail.facts is 'Lines of the mail, each a heading and a text, with times in the time zone of the user.';
comment on column held_mail.grouping is 'A new one of the same grouping replaces the one before.';
comment on column held_mail.group_count is 'How many it stands for.';
create index held_mail_due on held_mail (user_id, due_at);
create unique index held_mail_grouping on held_mail (user_id, grouping) where grouping is not null;
create index held_mail_twin on held_mail (twin_id);
