-- What the network's reports read: how referrals stand or ended, by month, rolled up like the counts of organizations.

-- How a referral stands or ended; each has exactly one.
create function referral_ending(status_class text, outcome text, reason text) returns text language sql immutable parallel safe
  return case when status_class = 'seen' then 'waiting'
    when status_class = 'resolved' and outcome in ('got help', 'enrolled') then 'helped'
    when status_class in ('declined', 'unresolved') and reason = 'no capacity' then 'noCapacity'
    when status_class in ('declined', 'unresolved') and reason = 'no funds' then 'noFunds' else status_class end;
-- Within how many working days it was answered.
create function answer_days(minutes integer) returns text language sql immutable parallel safe
  return case when minutes is null then 'none' when minutes <= 1440 then '1' when minutes <= 2 * 1440 then '2' when minutes <= 5 * 1440 then '5'
    when minutes <= 10 * 1440 then '10' else 'more' end;

create table roll_month_ending (
  month   date not null,
  ending  text not null check (ending in ('waiting', 'open', 'helped', 'resolved', 'unresolved', 'declined', 'noCapacity', 'noFunds', 'expired', 'forwarded', 'recalled')),
  kind    text not null check (kind in ('need', 'county', 'countyNeed', 'countyZip', 'answer', 'statusClass')),
  -- a need, the FIPS code of a county, both, a county and a ZIP code, working days, or a class; an empty county or ZIP code is unknown
  item    text not null,
  n       integer not null,
  primary key (month, ending, kind, item)
);

-- The definition of the roll-up: referrals that were sent from one day to another, of all organizations or of one. The
-- ones without room are counted by county and need, and by county and ZIP code; all others by need, and by county.
create function count_endings(first_day date, last_day date, organization uuid) returns setof roll_month_ending language sql stable as $$
  with fact as (
    select date_trunc('month', sent_day)::date as month, referral_ending(status_class, outcome, reason) as ending, need, coalesce(county, '') as county,
      coalesce(zip, '') as zip, status_class, answer_days(minutes_to_answer) as answer
    from referral_fact
    where sent_day between first_day and last_day and (organization is null or organization = sender_id or organization = recipient_id)
  ), counted as (
    select month, ending, case grouping(need, county, room_need, room_zip, answer, status_class) when 31 then 'need' when 47 then 'county'
        when 39 then 'countyNeed' when 43 then 'countyZip' when 61 then 'answer' else 'statusClass' end as kind,
      concat_ws(' ', county, need, room_need, room_zip, answer, status_class) as item, count(*)::integer as n
    from fact cross join lateral (select
      case when ending in ('noCapacity', 'noFunds') then need end as room_need,
      case when ending in ('noCapacity', 'noFunds') then case when county = '' then '' else zip end end as room_zip) room
    group by grouping sets ((month, ending, need), (month, ending, county), (month, ending, county, room_need), (month, ending, county, room_zip),
      (month, ending, answer), (month, ending, status_class)))
  select * from counted
  where kind = 'answer' or (ending in ('noCapacity', 'noFunds')) = (kind in ('countyNeed', 'countyZip', 'statusClass'))
$$;

create or replace function roll_report_month(one date) returns void language plpgsql as $$
declare last_day date := (one + interval '1 month' - interval '1 day')::date;
begin
  delete from roll_month_organization where month = one;
  delete from roll_month_ending where month = one;
  insert into roll_month_organization select * from count_organizations(one, last_day);
  insert into roll_month_ending select * from count_endings(one, last_day, null);
  insert into report_month (month) values (one) on conflict (month) do update set rolled_on = now();
end $$;
insert into roll_month_ending
select counted.* from report_month cross join lateral count_endings(month, (month + interval '1 month' - interval '1 day')::date, null) counted;

drop trigger report_changed_by_update on referral_fact;
create trigger report_changed_by_update after update on referral_fact for each row
  when ((old.sent_day, old.sender_id, old.recipient_id, old.need, old.county, old.zip, old.status_class, old.reason, old.outcome, old.minutes_to_view,
      old.minutes_to_answer, old.is_held)
    is distinct from (new.sent_day, new.sender_id, new.recipient_id, new.need, new.county, new.zip, new.status_class, new.reason, new.outcome,
      new.minutes_to_view, new.minutes_to_answer, new.is_held))
  execute function note_report_change();
