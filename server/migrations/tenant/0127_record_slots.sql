-- Columns that hold the values of indexed fields: PostgreSQL counts by an index alone only where that is of columns.

alter table record_type add column slots jsonb not null default '[]';
comment on column record_type.slots is 'Which columns of record hold the values of which indexed fields; of custom types.';

-- Without defaults: no row is rewritten.
alter table record
  add column n1 float8, add column n2 float8, add column n3 float8, add column n4 float8,
  add column n5 float8, add column n6 float8, add column n7 float8, add column n8 float8,
  add column n9 float8, add column n10 float8, add column n11 float8, add column n12 float8,
  add column n13 float8, add column n14 float8, add column n15 float8, add column n16 float8,
  add column n17 float8, add column n18 float8, add column n19 float8, add column n20 float8,
  add column n21 float8, add column n22 float8, add column n23 float8, add column n24 float8,
  add column n25 float8, add column n26 float8, add column n27 float8, add column n28 float8,
  add column n29 float8, add column n30 float8, add column n31 float8, add column n32 float8,
  add column t1 text, add column t2 text, add column t3 text, add column t4 text,
  add column t5 text, add column t6 text, add column t7 text, add column t8 text,
  add column t9 text, add column t10 text, add column t11 text, add column t12 text,
  add column t13 text, add column t14 text, add column t15 text, add column t16 text,
  add column t17 text, add column t18 text, add column t19 text, add column t20 text,
  add column t21 text, add column t22 text, add column t23 text, add column t24 text,
  add column t25 text, add column t26 text, add column t27 text, add column t28 text,
  add column t29 text, add column t30 text, add column t31 text, add column t32 text,
  add column d1 text collate "C", add column d2 text collate "C", add column d3 text collate "C", add column d4 text collate "C",
  add column d5 text collate "C", add column d6 text collate "C", add column d7 text collate "C", add column d8 text collate "C",
  add column d9 text collate "C", add column d10 text collate "C", add column d11 text collate "C", add column d12 text collate "C",
  add column d13 text collate "C", add column d14 text collate "C", add column d15 text collate "C", add column d16 text collate "C",
  add column b1 boolean, add column b2 boolean, add column b3 boolean, add column b4 boolean,
  add column b5 boolean, add column b6 boolean, add column b7 boolean, add column b8 boolean,
  add column b9 boolean, add column b10 boolean, add column b11 boolean, add column b12 boolean,
  add column b13 boolean, add column b14 boolean, add column b15 boolean, add column b16 boolean;
comment on table record is
  'Records of custom types. The columns n1 to b16 repeat the values of indexed fields, as the slots of the type say.';
