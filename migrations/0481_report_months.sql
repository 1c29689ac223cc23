-- What reports compare with the network: counts of each organization by month, rolled up so that years are read in a moment.
-- A month is rolled up when it is over, and again within minutes when one of its referrals changes.
create table roll_month_organization (
  month            date not null,
  organization_id  uuid not null,
  side             text not null check (side in ('incoming', 'outgoing')),
  sent             integer not null,
  seen             integer not null,
  answered         integer not null,
  accepted         integer not null,
  followed         integer not null,
  loop_closed      integer not null,
  got_help         integer not null,
  no_capacity      integer not null,
  primary key (month, side, organization_id)
);
-- The months that are rolled up.
create table report_month (
  month      date primary key,
  rolled_on  timestamptz(3) not null default now()
);
-- The month of each changed referral since; a line for each change, so that no act waits for another.
create table report_change (month date not null);

create function note_report_change() returns trigger language plpgsql as $$
begin
  -- The current month is not rolled up yet.
  insert into report_change (month)
  select distinct date_trunc('month', day)::date
  from unnest(array[case when tg_op <> 'INSERT' then old.sent_day end, case when tg_op <> 'DELETE' then new.sent_day end]) as day
  where day < date_trunc('month', now());
  return null;
end $$;
create trigger report_changed after insert or delete on referral_fact for each row execute function note_report_change();
create trigger report_changed_by_update after update on referral_fact for each row
  when ((old.sent_day, old.sender_id, old.recipient_id, old.status_class, old.reason, old.outcome, old.minutes_to_view, old.minutes_to_answer, old.is_held)
    is distinct from (new.sent_day, new.sender_id, new.recipient_id, new.status_class, new.reason, new.outcome, new.minutes_to_view,
      new.minutes_to_answer, new.is_held))
  execute function note_report_change();

-- The definition of the roll-up, over the referrals that were sent from one day to another.
create function count_organizations(first_day date, last_day date) returns setof roll_month_organization language sql stable as $$
  select date_trunc('month', sent_day)::date, organization_id, side, count(*)::integer,
    count(minutes_to_view)::integer, count(minutes_to_answer)::integer,
    count(*) filter (where status_class in ('open', 'resolved', 'unresolved'))::integer,
    count(*) filter (where status_class not in ('recalled', 'forwarded'))::integer,
    count(*) filter (where status_class in ('resolved', 'unresolved', 'declined'))::integer,
    count(*) filter (where status_class = 'resolved' and outcome in ('got help', 'enrolled'))::integer,
    count(*) filter (where reason in ('no capacity', 'no funds'))::integer
  from referral_fact cross join lateral (values ('outgoing', sender_id, false), ('incoming', recipient_id, is_held))
    as sides (side, organization_id, is_unknown)
  where sent_day between first_day and last_day and not is_unknown group by 1, 2, 3
$$;

create function roll_report_month(one date) returns void language plpgsql as $$
begin
  delete from roll_month_organization where month = one;
  insert into roll_month_organization select * from count_organizations(one, (one + interval '1 month' - interval '1 day')::date);
  insert into report_month (month) values (one) on conflict (month) do update set rolled_on = now();
end $$;
