-- Home shows what an organization accepted and nobody of it looks after.
create index referral_unassigned on referral (recipient_organization_id, status_changed_on)
  where assignee_id is null and status in ('Accepted', 'In Progress');
