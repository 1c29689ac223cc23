-- Where a correction was suggested: by an account, by a reader of a shared list, or on the public page of the service.
alter table listing_suggestion add column source text not null default 'account'
  check (source in ('account', 'shared-list', 'public-page'));
update listing_suggestion set source = 'shared-list' where suggested_by is null and suggester_email is null;
create index listing_suggestion_public on listing_suggestion (service_id, suggested_on) where source = 'public-page';
