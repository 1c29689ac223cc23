-- What a device began is not squeezed into a colleague's draft of another version of the form.
alter table intake add column is_apart boolean not null default false;
drop index intake_one_draft;
create unique index intake_one_draft on intake (contact_id, form_id)
  where state = 'draft' and way = 'staff' and not is_apart;
