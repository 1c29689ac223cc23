-- Names an invitation, so that a call whose answer was lost can be repeated.
alter table contact_invitation add column id uuid not null default gen_random_uuid() unique;
