-- The referrals that rest on a consent, for its withdrawal.
create index referral_consent on referral (consent_id) where consent_id is not null;
