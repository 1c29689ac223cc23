-- A ticket needs an answer from the moment somebody who does not handle tickets writes, until somebody who does answers publicly.
-- Closing ends it; opening the ticket again brings back what was not answered.
alter table support_request
  -- the oldest public words that no public note of support's answered
  add column asked_on timestamptz(3),
  -- somebody wrote in a merged ticket that has readers of its own: it stays closed and is answered all the same
  add column asked_since_merge boolean not null default false,
  -- support's last public note, and whether the ticket's maker has opened the ticket since
  add column answered_on timestamptz(3),
  add column is_answer_new boolean not null default false;

-- By who wrote last. Old answers are not news to anybody.
with said as (
  select n.support_request_id, n.created_on,
    exists (select from account_role r where r.account_id = n.created_by and r.role in ('support-agent', 'platform-admin')) as is_answer
  from support_request_note n where n.visibility = 'public'
  union all
  select t.id, t.created_on, false from support_request t
  where not exists (select from account_role r where r.account_id = t.created_by and r.role in ('support-agent', 'platform-admin'))
), last_answer as (
  select support_request_id, max(created_on) as answered_on from said where is_answer group by support_request_id
), first_question as (
  select s.support_request_id, min(s.created_on) as asked_on
  from said s left join last_answer a using (support_request_id)
  where not s.is_answer and (a.answered_on is null or s.created_on > a.answered_on)
  group by s.support_request_id
)
update support_request t set asked_on = q.asked_on, answered_on = a.answered_on
from support_request own
  left join first_question q on q.support_request_id = own.id
  left join last_answer a on a.support_request_id = own.id
where own.id = t.id and (q.asked_on is not null or a.answered_on is not null);

alter table support_request add column needs_answer_since timestamptz(3)
  generated always as (case when status <> 'Closed' or asked_since_merge then asked_on end) stored;
create index support_request_waiting on support_request (needs_answer_since, number) where needs_answer_since is not null;
create index support_request_of_organization_waiting on support_request (organization_id, needs_answer_since, number)
  where needs_answer_since is not null;
create index support_request_answer_new on support_request (created_by) where is_answer_new;

-- What somebody who handles tickets wants to be told by mail.
create table help_desk_preference (
  account_id       uuid primary key references account on delete cascade,
  mails_of_answers boolean not null default true
);
