-- A service that goes takes no referral with it: the referral keeps what it said about the need.
alter table referral add constraint referral_service foreign key (service_id) references service (id) on delete set null;
create index referral_service_id on referral (service_id) where service_id is not null;
