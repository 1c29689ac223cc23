-- What became of messages, until the task that wants to know has taken it. No address and no words.
create table message_report (
  id bigint generated always as identity primary key,
  task text not null check (length(task) between 1 and 100),
  message_id uuid not null,
  state text not null check (state in ('handed-over', 'failed', 'left-out')),
  failure text,
  reported_on timestamptz not null default clock_timestamp()
);
create index message_report_task on message_report (task, id);
