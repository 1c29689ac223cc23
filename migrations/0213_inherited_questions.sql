-- Merging closes the duplicate. What nobody answered in it needs an answer in the ticket that it was merged into.
alter table support_request_merge
  -- the oldest unanswered question that this merge took along
  add column carried_on timestamptz(3);
alter table support_request
  -- the oldest of those that merged tickets brought here and that no public note of support's answered since
  add column inherited_on timestamptz(3);

-- With the column go its two indexes.
alter table support_request drop column needs_answer_since;
alter table support_request add column needs_answer_since timestamptz(3)
  generated always as (case when status <> 'Closed' then least(asked_on, inherited_on) when asked_since_merge then asked_on end) stored;
create index support_request_waiting on support_request (needs_answer_since, number) where needs_answer_since is not null;
create index support_request_of_organization_waiting on support_request (organization_id, needs_answer_since, number)
  where needs_answer_since is not null;
