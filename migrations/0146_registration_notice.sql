-- When the platform's admins were notified of a registration: many at once make one notice.
alter table registration_review add column noticed_on timestamptz;
update registration_review set noticed_on = created_on;
create index registration_review_noticed on registration_review (noticed_on);
