-- Reports that a person gets again and again.
create table report_schedule (
  id         uuid primary key default gen_random_uuid(),
  account_id uuid not null references account on delete cascade,
  report     text not null check (report in ('unmet-needs')),
  -- without a period: each run has the usual one of its day
  filters    jsonb not null,
  cadence    text not null check (cadence in ('weekly', 'monthly', 'quarterly')),
  next_on    date not null,
  created_on timestamptz(3) not null default now(),
  unique (account_id, report, filters, cadence)
);
create index report_schedule_next on report_schedule (next_on);

-- A report as it was on its day. It stays when its schedule is stopped.
create table report_run (
  id              uuid primary key default gen_random_uuid(),
  schedule_id     uuid references report_schedule on delete set null,
  account_id      uuid not null references account on delete cascade,
  -- for which organization it was made; whoever leaves that cannot open it any more
  organization_id uuid references organization on delete cascade,
  report          text not null,
  due_on          date not null,
  as_of           timestamptz(3) not null default now(),
  result          jsonb not null,
  unique (schedule_id, due_on)
);
create index report_run_account on report_run (account_id, as_of desc);
create index report_run_organization on report_run (organization_id);
create index report_run_as_of on report_run (as_of);
