-- Why something was shared without a consent is a kind of a list, beside the sender's own words.
alter table referral add column consent_override_text text;
update referral set consent_override_text = consent_override_reason, consent_override_reason = 'other' where consent_override_reason is not null;
alter table referral add constraint referral_consent_override_reason check (consent_override_reason in (
  'required by law', 'emergency', 'consent on paper', 'other'));
create index referral_overridden on referral (sent_on desc, id desc) where consent_override_reason is not null;
create index referral_overridden_sender on referral (sender_organization_id, sent_on) where consent_override_reason is not null;
