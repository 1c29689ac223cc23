-- The other people of the household whom a referral is also for. The person it is about stands in its request.
create table referral_person (
  referral_id       uuid not null references referral (id) on delete cascade,
  contact_id        uuid not null references contact (id),
  -- What was shared about them, as of when the referral was sent.
  snapshot          jsonb,
  -- The consent under which it was shared; null inside an organization, or if the sender justified it.
  consent_id        uuid references consent (id),
  -- Since when the recipient sees only their short name, because the consent was withdrawn.
  details_ended_on  timestamptz(3),
  primary key (referral_id, contact_id)
);
create index referral_person_contact on referral_person (contact_id);
create index referral_person_consent on referral_person (consent_id) where consent_id is not null;
