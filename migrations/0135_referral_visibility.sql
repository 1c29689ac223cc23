-- When a consent is withdrawn, its sender can end the recipient's access to the details of a referral.
alter table referral add column details_ended_on timestamptz(3);
