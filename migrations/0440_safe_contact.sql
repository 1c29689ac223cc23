-- How and when a person may be contacted, and what must not be mentioned. A person without a row was not asked yet.
create table safe_contact (
  contact_id      uuid primary key references contact (id) on delete cascade,
  do_not_contact  boolean not null default false,
  -- [{phoneNumber, mayCall, mayVoicemail, mayText}]: by number, because phones are replaced when a record is saved.
  phones          jsonb not null default '[]',
  -- The address that the answer is about; another address was not asked about.
  email           text,
  may_email       boolean not null default false,
  may_mail        boolean not null default false,
  -- [{days, from, to}]: weekdays from 1, Monday, and times of the zone; none means at any time.
  hours           jsonb not null default '[]',
  time_zone       text not null,
  hours_note      text,
  -- Do not say who is calling or writing.
  is_discreet     boolean not null default false,
  avoid           text,
  ask_for         text,
  preferred_way   text check (preferred_way in ('call', 'text', 'email', 'mail')),
  version         integer not null default 1,
  changed_by      uuid references account (id) on delete set null,
  changed_on      timestamptz(3) not null default now()
);
create index safe_contact_changed_by on safe_contact (changed_by) where changed_by is not null;
