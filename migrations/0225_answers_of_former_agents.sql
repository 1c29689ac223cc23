-- A note by somebody who has left support since counted as a question. They are neither the reporter nor of their organization.
with said as (
  select n.support_request_id, n.created_on,
    exists (select from account_role r where r.account_id = n.created_by and r.role in ('support-agent', 'platform-admin'))
      or (n.created_by <> t.created_by and exists (select from account a where a.id = n.created_by
        and a.organization_id is distinct from t.organization_id)) as is_answer
  from support_request_note n join support_request t on t.id = n.support_request_id
  where n.visibility = 'public' and t.asked_on is not null
), last_answer as (
  select support_request_id, max(created_on) as answered_on from said where is_answer group by support_request_id
)
-- Only questions from before such an answer end; those that somebody asked after it stay.
update support_request t set asked_on = (
    select min(s.created_on) from said s where s.support_request_id = t.id and not s.is_answer and s.created_on > a.answered_on),
  answered_on = greatest(t.answered_on, a.answered_on)
from last_answer a where a.support_request_id = t.id and t.asked_on <= a.answered_on;
