-- When and how the receiving organization first reached the person. Nothing is assumed of referrals from before.
alter table referral
  add column first_contact_on timestamptz(3),
  add column first_contact_by text check (first_contact_by in ('phone', 'text', 'email', 'in person', 'other')),
  add constraint referral_first_contact check (first_contact_by is null or first_contact_on is not null);
