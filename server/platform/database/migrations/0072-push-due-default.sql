-- A process of the version before 0070 names no time: its messages are due at once, instead of failing the transaction of their cause.
alter table push_messages alter column due_at set default now();
