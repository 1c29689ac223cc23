-- A referral that was closed without help waits for another try too.
drop index referral_next_try;
drop index referral_next_try_of_organization;
create index referral_next_try on referral (created_by, status_changed_on)
  where status in ('Declined', 'Expired', 'Closed: Unresolved') and settled_on is null;
create index referral_next_try_of_organization on referral (sender_organization_id, status_changed_on)
  where status in ('Declined', 'Expired', 'Closed: Unresolved') and settled_on is null;
