-- What waits for an organization's admins because its creator has left.
create index referral_next_try_of_organization on referral (sender_organization_id, status_changed_on)
  where status in ('Declined', 'Expired') and settled_on is null;
