-- What the directory's source says about an organization, apart from what people of the portal typed over it:
-- only these may vouch for an address.
alter table organization add column source_email text, add column source_website text;
update organization set source_email = email, source_website = website
where source_name is not null and not exists (
  select from audit_record where action = 'organization-changed' and subject_type = 'organization' and subject_id = organization.id::text);

-- A claim link is claimed once, and stays readable until the claim is decided.
alter table referral_invitation
  add column claimed_by uuid references account on delete set null,
  add column claim_status text check (claim_status in ('pending', 'more-asked', 'refused'));
create index referral_invitation_claim on referral_invitation (claimed_by) where claimed_by is not null;

-- join: the organization has an admin, who decides.
alter table registration_review drop constraint registration_review_kind_check,
  add constraint registration_review_kind_check check (kind in ('new-organization', 'claim', 'invited', 'join'));
update registration_review set kind = 'join'
where kind = 'claim' and status in ('pending', 'more-asked') and exists (
  select from account join account_role on account_role.account_id = account.id and role = 'organization-admin'
  where account.organization_id = registration_review.organization_id
    and approved_on is not null and email_confirmed_on is not null and deactivated_on is null);

create index referral_held_by_sender on referral (sender_organization_id, sent_on)
  where recipient_confirmed_on is null and sent_on is not null;
