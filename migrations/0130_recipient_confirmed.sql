-- A referral to an organization where nobody had an account is held: it does not exist for the recipient until the claim
-- made with its own link is approved, or its sender confirms who registered. Null means held, or not sent yet.
alter table referral add column recipient_confirmed_on timestamptz(3);

update referral set recipient_confirmed_on = sent_on
where sent_on is not null and (sender_organization_id = recipient_organization_id or exists (
  select from account where account.organization_id = referral.recipient_organization_id
    and approved_on is not null and email_confirmed_on is not null and deactivated_on is null));

-- Nobody is reminded of what is held; it still expires.
update referral set clock_on = response_due_on where status = 'Sent' and recipient_confirmed_on is null;

create index referral_held on referral (recipient_organization_id, sender_organization_id)
  where recipient_confirmed_on is null and sent_on is not null;
