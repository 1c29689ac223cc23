-- The screen's own ID of a registration. Its answer may be lost, and then the same registration is sent again.
alter table registration_review add column request_id uuid;
