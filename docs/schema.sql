-- The schema after all migrations, made by `node scripts/render-schema.ts`; a test fails when it is stale.
-- To read, not to run: `migrations/` makes the database. Tables are listed by the feature that owns them; the tables of
-- the job queue (schema graphile_worker) belong to that library.

create extension btree_gin;
create extension cube;
create extension earthdistance;
create extension fuzzystrmatch;
create extension pg_trgm;
create extension unaccent;

-- Text search configuration directory:
--   asciihword with unaccent, english_stem,
--   asciiword with unaccent, english_stem,
--   email with simple,
--   file with simple,
--   float with simple,
--   host with simple,
--   hword with unaccent, english_stem,
--   hword_asciipart with unaccent, english_stem,
--   hword_numpart with simple,
--   hword_part with unaccent, english_stem,
--   int with simple,
--   numhword with simple,
--   numword with simple,
--   sfloat with simple,
--   uint with simple,
--   url with simple,
--   url_path with simple,
--   version with simple,
--   word with unaccent, english_stem

-- accounts

create table account (
  id uuid not null default gen_random_uuid(),
  email text not null,
  password_hash text,
  contact_id uuid not null,
  organization_id uuid,
  email_confirmed_on timestamp with time zone,
  approved_on timestamp with time zone,
  deactivated_on timestamp with time zone,
  security_question text,
  security_answer_hash text,
  accepted_terms_and_conditions boolean not null default false,
  force_password_reset boolean not null default false,
  language text not null default 'en'::text,
  is_demo boolean not null default false,
  created_on timestamp with time zone not null default now(),
  password_changed_on timestamp with time zone not null default now(),
  last_signed_in_on timestamp with time zone,
  version integer not null default 1,
  password_by_link boolean not null default false,
  constraint account_pkey PRIMARY KEY (id),
  constraint account_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint account_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contact(id),
  constraint account_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
CREATE INDEX account_contact ON account USING btree (contact_id);
CREATE INDEX account_email_holds ON account USING gin (lower(email) gin_trgm_ops);
CREATE INDEX account_organization ON account USING btree (organization_id, id);
CREATE UNIQUE INDEX account_email ON account USING btree (lower(email));
CREATE TRIGGER account_access_changed AFTER UPDATE ON account FOR EACH ROW WHEN (((old.organization_id IS DISTINCT FROM new.organization_id) OR (old.deactivated_on IS DISTINCT FROM new.deactivated_on) OR (old.approved_on IS DISTINCT FROM new.approved_on) OR (old.email_confirmed_on IS DISTINCT FROM new.email_confirmed_on))) EXECUTE FUNCTION publish_account_access_change();
CREATE TRIGGER account_email_to_support_request AFTER UPDATE OF email ON account FOR EACH ROW WHEN ((old.email IS DISTINCT FROM new.email)) EXECUTE FUNCTION carry_creator_email();

create table account_event (
  id bigint not null generated always as identity,
  account_id uuid not null,
  actor_id uuid,
  impersonator_id uuid,
  kind text not null,
  detail jsonb not null default '{}'::jsonb,
  ip text,
  user_agent text,
  created_on timestamp with time zone not null default now(),
  constraint account_event_pkey PRIMARY KEY (id),
  constraint account_event_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX account_event_account ON account_event USING btree (account_id, id DESC);
CREATE INDEX account_event_age ON account_event USING btree (created_on);

create table account_freeze (
  account_id uuid not null,
  recovery_email text not null,
  told_on timestamp with time zone not null,
  begun_on timestamp with time zone not null default now(),
  constraint account_freeze_pkey PRIMARY KEY (account_id),
  constraint account_freeze_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX account_freeze_email ON account_freeze USING btree (lower(recovery_email));
CREATE TRIGGER account_frozen AFTER INSERT ON account_freeze REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publish_access_change();

create table account_role (
  account_id uuid not null,
  role text not null,
  constraint account_role_pkey PRIMARY KEY (account_id, role),
  constraint account_role_role_check CHECK ((role = ANY (ARRAY['platform-admin'::text, 'developer'::text, 'support-agent'::text, 'data-manager'::text, 'organization-admin'::text, 'organization-staff'::text, 'community-member'::text]))),
  constraint account_role_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE TRIGGER account_role_given AFTER INSERT ON account_role REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publish_access_change();
CREATE TRIGGER account_role_taken AFTER DELETE ON account_role REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publish_access_change();

create table account_token (
  code_hash text not null,
  account_id uuid not null,
  purpose text not null,
  source text,
  tries integer not null default 0,
  expires_on timestamp with time zone not null,
  used_on timestamp with time zone,
  created_on timestamp with time zone not null default now(),
  id uuid not null default gen_random_uuid(),
  sent_by uuid,
  withdrawn_on timestamp with time zone,
  withdrawn_by uuid,
  browser_hash text,
  constraint account_token_pkey PRIMARY KEY (code_hash),
  constraint account_token_id_key UNIQUE (id),
  constraint account_token_browser_check CHECK (((browser_hash IS NOT NULL) = ('link-sign-in'::text = purpose))),
  constraint account_token_purpose_check CHECK ((purpose = ANY (ARRAY['confirm-email'::text, 'reset-password'::text, 'admin-reset'::text, 'link-sign-in'::text]))),
  constraint account_token_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint account_token_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint account_token_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX account_token_account ON account_token USING btree (account_id, purpose);
CREATE INDEX account_token_browser ON account_token USING btree (browser_hash) WHERE (browser_hash IS NOT NULL);

create table impersonation (
  session_id uuid not null,
  impersonator_id uuid not null,
  account_id uuid not null,
  reason text,
  begun_on timestamp with time zone not null default now(),
  ends_on timestamp with time zone not null default (now() + '00:30:00'::interval),
  ended_on timestamp with time zone,
  constraint impersonation_pkey PRIMARY KEY (session_id),
  constraint impersonation_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint impersonation_impersonator_id_fkey FOREIGN KEY (impersonator_id) REFERENCES account(id)
);
CREATE INDEX impersonation_account ON impersonation USING btree (account_id, begun_on DESC);
CREATE INDEX impersonation_impersonator ON impersonation USING btree (impersonator_id, begun_on DESC);

create table login_wait (
  key text not null,
  tries integer not null default 1,
  last_on timestamp with time zone not null default now(),
  constraint login_wait_pkey PRIMARY KEY (key)
);

create table not_me_link (
  code_hash text not null,
  account_id uuid not null,
  kind text not null,
  sent_to text,
  created_on timestamp with time zone not null default now(),
  expires_on timestamp with time zone not null default (now() + '7 days'::interval),
  used_on timestamp with time zone,
  constraint not_me_link_pkey PRIMARY KEY (code_hash),
  constraint not_me_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX not_me_link_account ON not_me_link USING btree (account_id);
CREATE INDEX not_me_link_age ON not_me_link USING btree (expires_on);

create table role_setting (
  role text not null,
  require_mfa boolean not null default false,
  changed_on timestamp with time zone not null default now(),
  refuse_email_codes boolean,
  constraint role_setting_pkey PRIMARY KEY (role),
  constraint role_setting_role_check CHECK ((role = ANY (ARRAY['platform-admin'::text, 'developer'::text, 'support-agent'::text, 'data-manager'::text, 'organization-admin'::text, 'organization-staff'::text, 'community-member'::text])))
);

create table session (
  token_hash text not null,
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  created_on timestamp with time zone not null default now(),
  last_seen_on timestamp with time zone not null default now(),
  authenticated_on timestamp with time zone not null default now(),
  user_agent text,
  stage text not null default 'whole'::text,
  ip text,
  parent_id uuid,
  impersonator_id uuid,
  constraint session_pkey PRIMARY KEY (token_hash),
  constraint session_id_key UNIQUE (id),
  constraint session_impersonation CHECK (((parent_id IS NULL) = (impersonator_id IS NULL))),
  constraint session_stage_check CHECK ((stage = ANY (ARRAY['whole'::text, 'factor-needed'::text]))),
  constraint session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint session_impersonator_id_fkey FOREIGN KEY (impersonator_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint session_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES session(id) ON DELETE CASCADE
);
CREATE INDEX session_account ON session USING btree (account_id);
CREATE INDEX session_parent ON session USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE TRIGGER session_ended AFTER DELETE ON session REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publish_access_change();
-- answer-links

create table answer_link (
  code_hash text not null,
  referral_id uuid not null,
  proof_hash text,
  proof_sent_on timestamp(3) with time zone,
  tries_left smallint not null default 0,
  session_hash text,
  session_expires_on timestamp(3) with time zone,
  holder_name text,
  holder_reach text,
  openings integer not null default 0,
  opened_on timestamp(3) with time zone,
  created_on timestamp(3) with time zone not null default now(),
  constraint answer_link_pkey PRIMARY KEY (code_hash),
  constraint answer_link_tries_left_check CHECK ((tries_left >= 0)),
  constraint answer_link_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(id)
);
CREATE INDEX answer_link_referral ON answer_link USING btree (referral_id);
-- appointments

create table appointment (
  referral_id uuid not null,
  starts_on timestamp(3) with time zone not null,
  note text,
  cancelled_on timestamp(3) with time zone,
  event_id uuid not null,
  changed_on timestamp(3) with time zone not null default now(),
  version integer not null default 1,
  constraint appointment_pkey PRIMARY KEY (referral_id),
  constraint appointment_event_id_fkey FOREIGN KEY (event_id) REFERENCES referral_event(id),
  constraint appointment_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(id)
);
-- authenticators

create table authenticator (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  authenticator_type text not null,
  oob_channel text,
  phone_number text,
  sealed_secret text,
  last_step bigint,
  active boolean not null default false,
  created_on timestamp with time zone not null default now(),
  enrolled_on timestamp with time zone,
  last_used_on timestamp with time zone,
  constraint authenticator_pkey PRIMARY KEY (id),
  constraint authenticator_authenticator_type_check CHECK ((authenticator_type = ANY (ARRAY['otp'::text, 'oob'::text]))),
  constraint authenticator_check CHECK (((authenticator_type = 'otp'::text) = (sealed_secret IS NOT NULL))),
  constraint authenticator_check1 CHECK (((authenticator_type = 'oob'::text) = ((phone_number IS NOT NULL) AND (oob_channel IS NOT NULL)))),
  constraint authenticator_oob_channel_check CHECK ((oob_channel = ANY (ARRAY['sms'::text, 'voice'::text]))),
  constraint authenticator_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX authenticator_active ON authenticator USING btree (account_id, authenticator_type) WHERE active;
CREATE UNIQUE INDEX authenticator_pending ON authenticator USING btree (account_id) WHERE (NOT active);

create table authenticator_challenge (
  oob_code_hash text not null,
  account_id uuid not null,
  authenticator_id uuid,
  session_id uuid not null,
  sealed_code text not null,
  tries integer not null default 0,
  used_on timestamp with time zone,
  expires_on timestamp with time zone not null,
  created_on timestamp with time zone not null default now(),
  constraint authenticator_challenge_pkey PRIMARY KEY (oob_code_hash),
  constraint authenticator_challenge_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint authenticator_challenge_authenticator_id_fkey FOREIGN KEY (authenticator_id) REFERENCES authenticator(id) ON DELETE CASCADE,
  constraint authenticator_challenge_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE
);
CREATE INDEX authenticator_challenge_account ON authenticator_challenge USING btree (account_id);
CREATE INDEX authenticator_challenge_authenticator ON authenticator_challenge USING btree (authenticator_id);
CREATE INDEX authenticator_challenge_session ON authenticator_challenge USING btree (session_id);

create table recovery_code (
  account_id uuid not null,
  code_hash text not null,
  pending_for uuid,
  used_on timestamp with time zone,
  created_on timestamp with time zone not null default now(),
  bits smallint not null default 120,
  constraint recovery_code_pkey PRIMARY KEY (account_id, code_hash),
  constraint recovery_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint recovery_code_pending_for_fkey FOREIGN KEY (pending_for) REFERENCES authenticator(id) ON DELETE CASCADE
);
CREATE INDEX recovery_code_pending ON recovery_code USING btree (pending_for) WHERE (pending_for IS NOT NULL);
CREATE INDEX recovery_code_weak ON recovery_code USING btree (account_id) WHERE ((bits = 80) AND (used_on IS NULL));
-- canned-answers

create table canned_answer (
  id uuid not null default gen_random_uuid(),
  title_en text not null,
  text_en text not null,
  title_es text not null,
  text_es text not null,
  version integer not null default 1,
  created_on timestamp(3) with time zone not null default now(),
  changed_on timestamp(3) with time zone not null default now(),
  changed_by uuid,
  constraint canned_answer_pkey PRIMARY KEY (id),
  constraint canned_answer_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX canned_answer_order ON canned_answer USING btree (lower(title_en), id);
-- clients

create table access_log (
  id bigint not null generated always as identity,
  contact_ids uuid[] not null,
  account_id uuid,
  impersonator_id uuid,
  organization_id uuid,
  way text not null,
  referral_id uuid,
  viewed_on timestamp(3) with time zone not null default now(),
  constraint access_log_pkey PRIMARY KEY (id),
  constraint access_log_contact_ids_check CHECK ((cardinality(contact_ids) > 0)),
  constraint access_log_way_check CHECK ((way = ANY (ARRAY['record'::text, 'list'::text, 'duplicate'::text, 'phone'::text, 'referral'::text, 'referral-list'::text, 'message'::text, 'file'::text, 'sent'::text, 'invitation'::text, 'export'::text, 'service-list'::text, 'answer-link'::text])))
);
CREATE INDEX access_log_contact ON access_log USING gin (contact_ids);
CREATE TRIGGER access_log_kept BEFORE DELETE OR UPDATE ON access_log FOR EACH ROW EXECUTE FUNCTION access_log_is_kept();
CREATE TRIGGER access_log_whole BEFORE TRUNCATE ON access_log FOR EACH STATEMENT EXECUTE FUNCTION access_log_is_kept();

create table consent (
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  scope text not null,
  needs text[] not null default '{}'::text[],
  recipient_ids uuid[] not null default '{}'::uuid[],
  how_given text not null,
  given_on date not null,
  expires_on date,
  withdrawn_on timestamp(3) with time zone,
  recorded_by uuid,
  recorded_on timestamp(3) with time zone not null default now(),
  text_id uuid,
  language text,
  witness_name text,
  signed_name text,
  file_id uuid,
  by_link boolean not null default false,
  constraint consent_pkey PRIMARY KEY (id),
  constraint consent_check1 CHECK (((expires_on IS NULL) OR (expires_on >= given_on))),
  constraint consent_how_given_check CHECK ((how_given = ANY (ARRAY['written'::text, 'verbal'::text, 'electronic'::text]))),
  constraint consent_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint consent_names_recipients CHECK (((scope <> 'organizations'::text) OR (cardinality(recipient_ids) > 0))),
  constraint consent_scope_check CHECK ((scope = ANY (ARRAY['network'::text, 'organizations'::text]))),
  constraint consent_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contact(id) ON DELETE CASCADE,
  constraint consent_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE SET NULL,
  constraint consent_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES account(id),
  constraint consent_text_id_fkey FOREIGN KEY (text_id) REFERENCES consent_text(id)
);
CREATE INDEX consent_contact ON consent USING btree (contact_id, recorded_on DESC);
CREATE INDEX consent_text_id ON consent USING btree (text_id) WHERE (text_id IS NOT NULL);
CREATE UNIQUE INDEX consent_file ON consent USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE TRIGGER follow_merged BEFORE INSERT OR UPDATE OF contact_id ON consent FOR EACH ROW EXECUTE FUNCTION follow_merged_person();

create table contact_invitation (
  code_hash text not null,
  contact_id uuid not null,
  invited_by uuid,
  account_id uuid,
  expires_on timestamp with time zone not null,
  used_on timestamp with time zone,
  withdrawn_on timestamp with time zone,
  created_on timestamp with time zone not null default now(),
  withdrawn_by uuid,
  id uuid not null default gen_random_uuid(),
  constraint contact_invitation_pkey PRIMARY KEY (code_hash),
  constraint contact_invitation_id_key UNIQUE (id),
  constraint contact_invitation_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint contact_invitation_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contact(id) ON DELETE CASCADE,
  constraint contact_invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint contact_invitation_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX contact_invitation_account ON contact_invitation USING btree (account_id);
CREATE INDEX contact_invitation_contact ON contact_invitation USING btree (contact_id);
CREATE TRIGGER follow_merged BEFORE INSERT OR UPDATE OF contact_id ON contact_invitation FOR EACH ROW EXECUTE FUNCTION follow_merged_person();
-- consent-requests

create table consent_request (
  id uuid not null,
  contact_id uuid not null,
  asked_by uuid,
  asked_on timestamp(3) with time zone not null default now(),
  text_id uuid not null,
  scope text not null,
  needs text[] not null default '{}'::text[],
  recipient_ids uuid[] not null default '{}'::uuid[],
  expires_on date,
  language text not null,
  channel text not null,
  code_hash text not null,
  former_codes text[] not null default '{}'::text[],
  sends integer not null default 1,
  sent_on timestamp(3) with time zone not null default now(),
  link_expires_on timestamp(3) with time zone not null,
  opened_on timestamp(3) with time zone,
  tries_left smallint not null default 5,
  session_hash text,
  session_expires_on timestamp(3) with time zone,
  withdrawn_on timestamp(3) with time zone,
  answer text,
  answered_on timestamp(3) with time zone,
  answered_in text,
  refusal_reason text,
  consent_id uuid,
  constraint consent_request_pkey PRIMARY KEY (id),
  constraint consent_request_code_hash_key UNIQUE (code_hash),
  constraint consent_request_answer_check CHECK ((answer = ANY (ARRAY['given'::text, 'refused'::text]))),
  constraint consent_request_answered CHECK ((((answer IS NULL) = (answered_on IS NULL)) AND ((answer IS NULL) = (answered_in IS NULL)) AND ((NOT (answer IS DISTINCT FROM 'given'::text)) = (consent_id IS NOT NULL)) AND ((answer IS NULL) OR (withdrawn_on IS NULL)))),
  constraint consent_request_answered_in_check CHECK ((answered_in = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint consent_request_channel_check CHECK ((channel = ANY (ARRAY['copy'::text, 'email'::text, 'sms'::text]))),
  constraint consent_request_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint consent_request_names_recipients CHECK (((scope <> 'organizations'::text) OR (cardinality(recipient_ids) > 0))),
  constraint consent_request_scope_check CHECK ((scope = ANY (ARRAY['network'::text, 'organizations'::text]))),
  constraint consent_request_tries_left_check CHECK ((tries_left >= 0)),
  constraint consent_request_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint consent_request_consent_id_fkey FOREIGN KEY (consent_id) REFERENCES consent(id),
  constraint consent_request_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contact(id) ON DELETE CASCADE,
  constraint consent_request_text_id_fkey FOREIGN KEY (text_id) REFERENCES consent_text(id)
);
CREATE INDEX consent_request_asked_by ON consent_request USING btree (asked_by) WHERE (asked_by IS NOT NULL);
CREATE INDEX consent_request_consent ON consent_request USING btree (consent_id) WHERE (consent_id IS NOT NULL);
CREATE INDEX consent_request_contact ON consent_request USING btree (contact_id, asked_on DESC);
CREATE INDEX consent_request_former ON consent_request USING gin (former_codes);
CREATE INDEX consent_request_text ON consent_request USING btree (text_id);
-- consent-texts

create table consent_text (
  id uuid not null default gen_random_uuid(),
  number integer not null,
  title jsonb not null,
  body jsonb not null,
  published_on timestamp(3) with time zone,
  version integer not null default 1,
  changed_by uuid,
  changed_on timestamp(3) with time zone not null default now(),
  constraint consent_text_pkey PRIMARY KEY (id),
  constraint consent_text_number_key UNIQUE (number),
  constraint consent_text_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX consent_text_changed_by ON consent_text USING btree (changed_by) WHERE (changed_by IS NOT NULL);
CREATE UNIQUE INDEX consent_text_one_draft ON consent_text USING btree (((published_on IS NULL))) WHERE (published_on IS NULL);
CREATE TRIGGER keep_published_consent_text BEFORE DELETE OR UPDATE ON consent_text FOR EACH ROW EXECUTE FUNCTION keep_published_consent_text();
-- duplicate-people

create table person_merge (
  id uuid not null default gen_random_uuid(),
  organization_id uuid not null,
  from_id uuid not null,
  into_id uuid not null,
  before jsonb not null,
  after jsonb not null,
  phones text[] not null,
  carried jsonb not null,
  merged_by uuid,
  merged_on timestamp(3) with time zone not null default now(),
  undone_by uuid,
  undone_on timestamp(3) with time zone,
  constraint person_merge_pkey PRIMARY KEY (id),
  constraint person_merge_from_id_fkey FOREIGN KEY (from_id) REFERENCES contact(id) ON DELETE CASCADE,
  constraint person_merge_into_id_fkey FOREIGN KEY (into_id) REFERENCES contact(id) ON DELETE CASCADE,
  constraint person_merge_merged_by_fkey FOREIGN KEY (merged_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint person_merge_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE,
  constraint person_merge_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX person_merge_from ON person_merge USING btree (from_id);
CREATE INDEX person_merge_into ON person_merge USING btree (into_id, merged_on DESC);
CREATE INDEX person_merge_merged_by ON person_merge USING btree (merged_by) WHERE (merged_by IS NOT NULL);
CREATE INDEX person_merge_undone_by ON person_merge USING btree (undone_by) WHERE (undone_by IS NOT NULL);
CREATE UNIQUE INDEX person_merge_one ON person_merge USING btree (from_id) WHERE (undone_on IS NULL);

create table person_pair (
  id uuid not null default gen_random_uuid(),
  organization_id uuid not null,
  first_id uuid not null,
  second_id uuid not null,
  level text not null,
  score smallint not null,
  state text not null default 'open'::text,
  decided_by uuid,
  decided_on timestamp(3) with time zone,
  found_on timestamp(3) with time zone not null default now(),
  constraint person_pair_pkey PRIMARY KEY (id),
  constraint person_pair_first_id_second_id_key UNIQUE (first_id, second_id),
  constraint person_pair_check CHECK ((first_id < second_id)),
  constraint person_pair_level_check CHECK ((level = ANY (ARRAY['likely'::text, 'possible'::text]))),
  constraint person_pair_state_check CHECK ((state = ANY (ARRAY['open'::text, 'different'::text, 'chosen'::text]))),
  constraint person_pair_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint person_pair_first_id_fkey FOREIGN KEY (first_id) REFERENCES contact(id) ON DELETE CASCADE,
  constraint person_pair_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE,
  constraint person_pair_second_id_fkey FOREIGN KEY (second_id) REFERENCES contact(id) ON DELETE CASCADE
);
CREATE INDEX person_pair_list ON person_pair USING btree (organization_id, state, score DESC, id);
CREATE INDEX person_pair_second ON person_pair USING btree (second_id);
-- duplicates

create table duplicate_key (
  kind text not null,
  key text not null,
  listing_id uuid not null,
  constraint duplicate_key_pkey PRIMARY KEY (kind, key, listing_id),
  constraint duplicate_key_kind_check CHECK ((kind = ANY (ARRAY['organization'::text, 'service'::text, 'location'::text])))
);
CREATE INDEX duplicate_key_listing ON duplicate_key USING btree (listing_id);

create table duplicate_pair (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  first_id uuid not null,
  second_id uuid not null,
  score smallint not null,
  state text not null default 'open'::text,
  later_on date,
  decided_by uuid,
  decided_on timestamp(3) with time zone,
  found_on timestamp(3) with time zone not null default now(),
  constraint duplicate_pair_pkey PRIMARY KEY (id),
  constraint duplicate_pair_kind_first_id_second_id_key UNIQUE (kind, first_id, second_id),
  constraint duplicate_pair_check CHECK ((first_id < second_id)),
  constraint duplicate_pair_kind_check CHECK ((kind = ANY (ARRAY['organization'::text, 'service'::text, 'location'::text]))),
  constraint duplicate_pair_state_check CHECK ((state = ANY (ARRAY['open'::text, 'later'::text, 'different'::text, 'merged'::text]))),
  constraint duplicate_pair_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX duplicate_pair_list ON duplicate_pair USING btree (state, score DESC, id);
CREATE INDEX duplicate_pair_merged ON duplicate_pair USING btree (decided_on DESC, id DESC) WHERE (state = 'merged'::text);
CREATE INDEX duplicate_pair_second ON duplicate_pair USING btree (kind, second_id);
-- fhir-questionnaires

create table form_questionnaire (
  form_id uuid not null,
  resource jsonb not null,
  imported_on timestamp(3) with time zone not null default now(),
  constraint form_questionnaire_pkey PRIMARY KEY (form_id),
  constraint form_questionnaire_form_id_fkey FOREIGN KEY (form_id) REFERENCES intake_form(id) ON DELETE CASCADE
);
-- files

create table file (
  id uuid not null default gen_random_uuid(),
  file_name text not null,
  content_type text not null,
  size integer not null,
  uploaded_by_id uuid,
  created_on timestamp with time zone not null default now(),
  stored_on timestamp with time zone,
  unattached_since timestamp with time zone default now(),
  removing_on timestamp with time zone,
  scan_state text not null default 'none'::text,
  scanned_on timestamp with time zone,
  signature text,
  constraint file_pkey PRIMARY KEY (id),
  constraint file_check CHECK (((unattached_since IS NOT NULL) OR ((stored_on IS NOT NULL) AND (removing_on IS NULL)))),
  constraint file_content_type_check CHECK ((content_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'application/pdf'::text, 'text/plain'::text, 'text/csv'::text, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'::text, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'::text]))),
  constraint file_file_name_check CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 255))),
  constraint file_scan_state_check CHECK ((scan_state = ANY (ARRAY['none'::text, 'waiting'::text, 'clean'::text, 'infected'::text, 'failed'::text]))),
  constraint file_size_check CHECK ((size > 0)),
  constraint file_uploaded_by_id_fkey FOREIGN KEY (uploaded_by_id) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX file_scan ON file USING btree (created_on) WHERE (scan_state = 'waiting'::text);
CREATE INDEX file_unattached ON file USING btree (unattached_since) WHERE (unattached_since IS NOT NULL);
CREATE INDEX file_uploaded_by ON file USING btree (uploaded_by_id, created_on);

create table file_store (
  mark uuid not null default gen_random_uuid(),
  only_one boolean not null default true,
  constraint file_store_pkey PRIMARY KEY (only_one),
  constraint file_store_only_one_check CHECK (only_one)
);
-- freshness

create table listing_check (
  service_id uuid not null,
  organization_id uuid not null,
  importance integer not null default 0,
  started_on timestamp(3) with time zone not null default now(),
  mails_sent smallint not null default 0,
  next_on date,
  constraint listing_check_pkey PRIMARY KEY (service_id),
  constraint listing_check_mails_sent_check CHECK (((mails_sent >= 0) AND (mails_sent <= 3))),
  constraint listing_check_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE,
  constraint listing_check_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE
);
CREATE INDEX listing_check_next ON listing_check USING btree (organization_id, next_on) WHERE (next_on IS NOT NULL);
CREATE INDEX listing_check_waiting ON listing_check USING btree (importance DESC, started_on, service_id) WHERE (next_on IS NULL);

create table listing_check_link (
  code_hash text not null,
  account_id uuid not null,
  organization_id uuid not null,
  service_ids uuid[] not null,
  created_on timestamp(3) with time zone not null default now(),
  expires_on timestamp(3) with time zone not null,
  used_on timestamp(3) with time zone,
  constraint listing_check_link_pkey PRIMARY KEY (code_hash),
  constraint listing_check_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint listing_check_link_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE
);
CREATE INDEX listing_check_link_expires ON listing_check_link USING btree (expires_on);
-- help-answers

create table help_answer (
  referral_id uuid not null,
  contact_id uuid not null,
  answer text not null,
  comment text,
  answered_on timestamp(3) with time zone not null default now(),
  changed_on timestamp(3) with time zone not null default now(),
  recorded_by uuid,
  constraint help_answer_pkey PRIMARY KEY (referral_id, contact_id),
  constraint help_answer_answer_check CHECK ((answer = ANY (ARRAY['yes'::text, 'partly'::text, 'no'::text, 'waiting'::text]))),
  constraint help_answer_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contact(id) ON DELETE CASCADE,
  constraint help_answer_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES account(id) ON DELETE RESTRICT,
  constraint help_answer_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(id)
);
CREATE INDEX help_answer_of_person ON help_answer USING btree (contact_id);
CREATE INDEX help_answer_recorded_by ON help_answer USING btree (recorded_by) WHERE (recorded_by IS NOT NULL);
-- households

create table household (
  id uuid not null default gen_random_uuid(),
  organization_id uuid not null,
  created_by uuid,
  created_on timestamp(3) with time zone not null default now(),
  constraint household_pkey PRIMARY KEY (id),
  constraint household_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint household_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
CREATE INDEX household_created_by ON household USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX household_organization ON household USING btree (organization_id);

create table household_member (
  contact_id uuid not null,
  household_id uuid not null,
  relation text not null,
  added_by uuid,
  added_on timestamp(3) with time zone not null default now(),
  constraint household_member_pkey PRIMARY KEY (contact_id),
  constraint household_member_relation_check CHECK ((relation = ANY (ARRAY['head'::text, 'partner'::text, 'child'::text, 'parent'::text, 'sibling'::text, 'grandparent'::text, 'grandchild'::text, 'other-relative'::text, 'not-related'::text, 'not-stated'::text]))),
  constraint household_member_added_by_fkey FOREIGN KEY (added_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint household_member_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contact(id) ON DELETE CASCADE,
  constraint household_member_household_id_fkey FOREIGN KEY (household_id) REFERENCES household(id) ON DELETE CASCADE
);
CREATE INDEX household_member_added_by ON household_member USING btree (added_by) WHERE (added_by IS NOT NULL);
CREATE INDEX household_member_household ON household_member USING btree (household_id);
CREATE UNIQUE INDEX household_one_head ON household_member USING btree (household_id) WHERE (relation = 'head'::text);
-- imports

create table import_file (
  run_id uuid not null,
  number integer not null,
  name text not null,
  size bigint not null,
  constraint import_file_pkey PRIMARY KEY (run_id, number),
  constraint import_file_run_id_fkey FOREIGN KEY (run_id) REFERENCES import_run(id) ON DELETE CASCADE
);

create table import_listing (
  run_id uuid not null,
  act text not null,
  number integer not null,
  kind text not null,
  listing_id uuid not null,
  key text not null,
  name text,
  fields text[] not null,
  constraint import_listing_pkey PRIMARY KEY (run_id, act, number),
  constraint import_listing_act_check CHECK ((act = ANY (ARRAY['added'::text, 'changed'::text, 'missing'::text]))),
  constraint import_listing_kind_check CHECK ((kind = ANY (ARRAY['organization'::text, 'service'::text, 'location'::text]))),
  constraint import_listing_run_id_fkey FOREIGN KEY (run_id) REFERENCES import_run(id) ON DELETE CASCADE
);

create table import_part (
  run_id uuid not null,
  file_number integer not null,
  number integer not null,
  size integer not null,
  bytes bytea not null,
  constraint import_part_pkey PRIMARY KEY (run_id, file_number, number),
  constraint import_part_run_id_fkey FOREIGN KEY (run_id) REFERENCES import_run(id) ON DELETE CASCADE
);

create table import_remark (
  run_id uuid not null,
  number integer not null,
  level text not null,
  file text not null,
  line integer not null,
  columns text not null,
  reason text not null,
  constraint import_remark_pkey PRIMARY KEY (run_id, number),
  constraint import_remark_level_check CHECK ((level = ANY (ARRAY['refused'::text, 'left out'::text]))),
  constraint import_remark_run_id_fkey FOREIGN KEY (run_id) REFERENCES import_run(id) ON DELETE CASCADE
);

create table import_run (
  id uuid not null default gen_random_uuid(),
  source_name text not null,
  state text not null default 'receiving'::text,
  removes_much boolean not null default false,
  progress jsonb,
  report jsonb,
  failure text,
  tries integer not null default 0,
  started_by uuid,
  started_on timestamp(3) with time zone not null default now(),
  touched_on timestamp(3) with time zone not null default now(),
  ended_on timestamp(3) with time zone,
  undo_report jsonb,
  address text,
  is_from_command boolean not null default false,
  is_partial boolean not null default false,
  nightly_after boolean,
  constraint import_run_pkey PRIMARY KEY (id),
  constraint import_run_state_check CHECK ((state = ANY (ARRAY['receiving'::text, 'checking'::text, 'checked'::text, 'applying'::text, 'applied'::text, 'discarded'::text, 'failed'::text, 'undoing'::text, 'undone'::text]))),
  constraint import_run_started_by_fkey FOREIGN KEY (started_by) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX import_run_newest ON import_run USING btree (started_on DESC, id DESC);
CREATE INDEX import_run_source ON import_run USING btree (source_name, started_on DESC);
CREATE UNIQUE INDEX import_run_busy ON import_run USING btree (source_name) WHERE (state = ANY (ARRAY['checking'::text, 'applying'::text, 'undoing'::text]));

create table import_source (
  source_name text not null,
  address text not null,
  is_nightly boolean not null default false,
  changed_by uuid,
  changed_on timestamp(3) with time zone not null default now(),
  constraint import_source_pkey PRIMARY KEY (source_name),
  constraint import_source_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES account(id) ON DELETE SET NULL
);
-- inbound-mail

create table inbound_mail (
  key text not null,
  account_id uuid not null,
  note_id uuid not null,
  received_on timestamp with time zone not null default now(),
  constraint inbound_mail_pkey PRIMARY KEY (key),
  constraint inbound_mail_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint inbound_mail_note_id_fkey FOREIGN KEY (note_id) REFERENCES support_request_note(id) ON DELETE CASCADE
);
CREATE INDEX inbound_mail_account ON inbound_mail USING btree (account_id, received_on);
CREATE INDEX inbound_mail_note ON inbound_mail USING btree (note_id);
-- intake-forms

create table intake_form (
  id uuid not null default gen_random_uuid(),
  organization_id uuid,
  created_by uuid,
  created_on timestamp(3) with time zone not null default now(),
  archived_on timestamp(3) with time zone,
  shipped_as text,
  constraint intake_form_pkey PRIMARY KEY (id),
  constraint intake_form_shipped_as_key UNIQUE (shipped_as),
  constraint intake_form_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint intake_form_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE
);
CREATE INDEX intake_form_created_by ON intake_form USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX intake_form_organization ON intake_form USING btree (organization_id);

create table intake_form_correction (
  id uuid not null default gen_random_uuid(),
  version_id uuid not null,
  path text not null,
  language text not null,
  before text not null,
  after text not null,
  corrected_by uuid,
  corrected_on timestamp(3) with time zone not null default now(),
  constraint intake_form_correction_pkey PRIMARY KEY (id),
  constraint intake_form_correction_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint intake_form_correction_corrected_by_fkey FOREIGN KEY (corrected_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint intake_form_correction_version_id_fkey FOREIGN KEY (version_id) REFERENCES intake_form_version(id) ON DELETE CASCADE
);
CREATE INDEX intake_form_correction_by ON intake_form_correction USING btree (corrected_by) WHERE (corrected_by IS NOT NULL);
CREATE INDEX intake_form_correction_version ON intake_form_correction USING btree (version_id, corrected_on);

create table intake_form_version (
  id uuid not null default gen_random_uuid(),
  form_id uuid not null,
  number integer not null,
  state text not null default 'draft'::text,
  definition jsonb not null,
  revision integer not null default 1,
  changed_by uuid,
  changed_on timestamp(3) with time zone not null default now(),
  published_by uuid,
  published_on timestamp(3) with time zone,
  constraint intake_form_version_pkey PRIMARY KEY (id),
  constraint intake_form_version_form_id_number_key UNIQUE (form_id, number),
  constraint intake_form_version_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'published'::text, 'retired'::text]))),
  constraint intake_form_version_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint intake_form_version_form_id_fkey FOREIGN KEY (form_id) REFERENCES intake_form(id) ON DELETE CASCADE,
  constraint intake_form_version_published_by_fkey FOREIGN KEY (published_by) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX intake_form_version_changed_by ON intake_form_version USING btree (changed_by) WHERE (changed_by IS NOT NULL);
CREATE INDEX intake_form_version_published_by ON intake_form_version USING btree (published_by) WHERE (published_by IS NOT NULL);
CREATE UNIQUE INDEX intake_form_one_draft ON intake_form_version USING btree (form_id) WHERE (state = 'draft'::text);
CREATE UNIQUE INDEX intake_form_one_published ON intake_form_version USING btree (form_id) WHERE (state = 'published'::text);
CREATE TRIGGER keep_published_form BEFORE UPDATE ON intake_form_version FOR EACH ROW EXECUTE FUNCTION keep_published_form();
-- intake-links

create table intake_link (
  id uuid not null default gen_random_uuid(),
  intake_id uuid not null,
  code_hash text not null,
  channel text not null,
  created_by uuid,
  created_on timestamp(3) with time zone not null default now(),
  expires_on timestamp(3) with time zone not null,
  withdrawn_on timestamp(3) with time zone,
  tries_left smallint not null default 5,
  session_hash text,
  session_expires_on timestamp(3) with time zone,
  constraint intake_link_pkey PRIMARY KEY (id),
  constraint intake_link_code_hash_key UNIQUE (code_hash),
  constraint intake_link_channel_check CHECK ((channel = ANY (ARRAY['copy'::text, 'email'::text, 'sms'::text]))),
  constraint intake_link_tries_left_check CHECK ((tries_left >= 0)),
  constraint intake_link_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint intake_link_intake_id_fkey FOREIGN KEY (intake_id) REFERENCES intake(id) ON DELETE CASCADE
);
CREATE INDEX intake_link_created_by ON intake_link USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX intake_link_intake ON intake_link USING btree (intake_id);
-- intakes

create table intake (
  id uuid not null default gen_random_uuid(),
  form_id uuid not null,
  version_id uuid not null,
  contact_id uuid not null,
  organization_id uuid not null,
  way text not null,
  language text not null,
  state text not null default 'draft'::text,
  result jsonb,
  started_by uuid,
  started_on timestamp(3) with time zone not null default now(),
  changed_on timestamp(3) with time zone not null default now(),
  completed_by uuid,
  completed_on timestamp(3) with time zone,
  void_reason text,
  is_apart boolean not null default false,
  constraint intake_pkey PRIMARY KEY (id),
  constraint intake_completed CHECK (((completed_on IS NULL) = (result IS NULL))),
  constraint intake_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint intake_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'complete'::text, 'void'::text]))),
  constraint intake_way_check CHECK ((way = ANY (ARRAY['staff'::text, 'link'::text]))),
  constraint intake_completed_by_fkey FOREIGN KEY (completed_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint intake_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contact(id) ON DELETE CASCADE,
  constraint intake_form_id_fkey FOREIGN KEY (form_id) REFERENCES intake_form(id),
  constraint intake_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint intake_started_by_fkey FOREIGN KEY (started_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint intake_version_id_fkey FOREIGN KEY (version_id) REFERENCES intake_form_version(id)
);
CREATE INDEX intake_completed_by ON intake USING btree (completed_by) WHERE (completed_by IS NOT NULL);
CREATE INDEX intake_contact ON intake USING btree (contact_id, started_on DESC);
CREATE INDEX intake_form_used ON intake USING btree (form_id);
CREATE INDEX intake_organization ON intake USING btree (organization_id);
CREATE INDEX intake_started_by ON intake USING btree (started_by) WHERE (started_by IS NOT NULL);
CREATE INDEX intake_version ON intake USING btree (version_id);
CREATE UNIQUE INDEX intake_one_draft ON intake USING btree (contact_id, form_id) WHERE ((state = 'draft'::text) AND (way = 'staff'::text) AND (NOT is_apart));
CREATE TRIGGER follow_merged BEFORE INSERT OR UPDATE OF contact_id ON intake FOR EACH ROW EXECUTE FUNCTION follow_merged_person();

create table intake_answer (
  intake_id uuid not null,
  item_key text not null,
  value jsonb,
  revision integer not null default 1,
  change_id uuid not null,
  answered_by uuid,
  answered_on timestamp(3) with time zone not null default now(),
  constraint intake_answer_pkey PRIMARY KEY (intake_id, item_key),
  constraint intake_answer_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint intake_answer_intake_id_fkey FOREIGN KEY (intake_id) REFERENCES intake(id) ON DELETE CASCADE
);
CREATE INDEX intake_answer_by ON intake_answer USING btree (answered_by) WHERE (answered_by IS NOT NULL);

create table intake_need (
  intake_id uuid not null,
  need text not null,
  item_key text not null,
  request_id uuid,
  taken_up_by uuid,
  taken_up_on timestamp(3) with time zone,
  constraint intake_need_pkey PRIMARY KEY (intake_id, need),
  constraint intake_need_need CHECK ((need = ANY (ARRAY['food-insecurity'::text, 'homelessness'::text, 'housing-instability'::text, 'inadequate-housing'::text, 'utility-insecurity'::text, 'transportation-insecurity'::text, 'financial-insecurity'::text, 'material-hardship'::text, 'employment-status'::text, 'educational-attainment'::text, 'health-insurance-coverage-status'::text, 'medical-cost-burden'::text, 'personal-health-literacy'::text, 'stress'::text, 'social-connection'::text, 'intimate-partner-violence'::text, 'elder-abuse'::text, 'digital-access'::text, 'digital-literacy'::text, 'language-access'::text, 'veteran-status'::text, 'incarceration-status'::text, 'immigration'::text, 'legal-help'::text, 'child-care'::text, 'disability'::text, 'diapers'::text, 'sdoh-category-unspecified'::text]))),
  constraint intake_need_intake_id_fkey FOREIGN KEY (intake_id) REFERENCES intake(id) ON DELETE CASCADE,
  constraint intake_need_request_id_fkey FOREIGN KEY (request_id) REFERENCES referral_request(id) ON DELETE SET NULL,
  constraint intake_need_taken_up_by_fkey FOREIGN KEY (taken_up_by) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX intake_need_request ON intake_need USING btree (request_id) WHERE (request_id IS NOT NULL);
CREATE INDEX intake_need_taken_up_by ON intake_need USING btree (taken_up_by) WHERE (taken_up_by IS NOT NULL);
-- link-deliveries

create table link_delivery (
  link_id uuid not null,
  message_id uuid not null,
  channel text not null,
  masked_address text not null,
  sent_by uuid,
  organization_id uuid not null,
  page text not null,
  page_id uuid not null,
  queued_on timestamp(3) with time zone not null default now(),
  handed_over_on timestamp(3) with time zone,
  failed_on timestamp(3) with time zone,
  failure text,
  constraint link_delivery_pkey PRIMARY KEY (link_id),
  constraint link_delivery_message_id_key UNIQUE (message_id),
  constraint link_delivery_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text]))),
  constraint link_delivery_check CHECK (((failed_on IS NULL) = (failure IS NULL))),
  constraint link_delivery_failure_check CHECK ((failure = ANY (ARRAY['invalid-address'::text, 'unsubscribed'::text, 'refused'::text, 'no-service'::text, 'no-answer'::text]))),
  constraint link_delivery_page_check CHECK ((page = ANY (ARRAY['people'::text, 'intakes'::text, 'lists'::text]))),
  constraint link_delivery_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint link_delivery_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX link_delivery_organization ON link_delivery USING btree (organization_id);
CREATE INDEX link_delivery_queued_on ON link_delivery USING btree (queued_on);
CREATE INDEX link_delivery_sent_by ON link_delivery USING btree (sent_by) WHERE (sent_by IS NOT NULL);
-- list-views

create table list_view (
  id uuid not null default gen_random_uuid(),
  name text not null,
  owner_id uuid not null,
  organization_id uuid,
  shared_with text not null default 'nobody'::text,
  filters jsonb not null default '{}'::jsonb,
  created_on timestamp(3) with time zone not null default now(),
  list text not null,
  constraint list_view_pkey PRIMARY KEY (id),
  constraint list_view_check CHECK (((shared_with <> 'organization'::text) OR (organization_id IS NOT NULL))),
  constraint list_view_list_check CHECK ((list = ANY (ARRAY['tickets'::text, 'referrals'::text]))),
  constraint list_view_shared_with_check CHECK ((shared_with = ANY (ARRAY['nobody'::text, 'organization'::text, 'agents'::text]))),
  constraint list_view_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE,
  constraint list_view_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX list_view_agents ON list_view USING btree (list) WHERE (shared_with = 'agents'::text);
CREATE INDEX list_view_organization ON list_view USING btree (organization_id, list) WHERE (shared_with = 'organization'::text);
CREATE UNIQUE INDEX list_view_name ON list_view USING btree (owner_id, list, lower(name));
-- listings

create table listing_change (
  id bigint not null generated always as identity,
  kind text not null,
  listing_id uuid not null,
  version integer not null,
  changed_on timestamp(3) with time zone not null default now(),
  account_id uuid,
  cause text not null,
  fields text[] not null,
  before jsonb not null,
  after jsonb not null,
  constraint listing_change_pkey PRIMARY KEY (id),
  constraint listing_change_kind_listing_id_version_key UNIQUE (kind, listing_id, version),
  constraint listing_change_cause_check CHECK ((cause = ANY (ARRAY['added'::text, 'edit'::text, 'restore'::text, 'verification'::text, 'import'::text, 'merge'::text, 'split'::text, 'undo'::text]))),
  constraint listing_change_kind_check CHECK ((kind = ANY (ARRAY['organization'::text, 'service'::text, 'location'::text])))
);

create table listing_field (
  kind text not null,
  listing_id uuid not null,
  field text not null,
  edited_on timestamp(3) with time zone,
  edited_by uuid,
  verified_on timestamp(3) with time zone,
  verified_by uuid,
  verified_how text,
  constraint listing_field_pkey PRIMARY KEY (kind, listing_id, field),
  constraint listing_field_kind_check CHECK ((kind = ANY (ARRAY['organization'::text, 'service'::text, 'location'::text]))),
  constraint listing_field_verified_how_check CHECK ((verified_how = ANY (ARRAY['own-organization'::text, 'data-manager'::text, 'phone-call'::text])))
);

create table listing_merge (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  from_id uuid not null,
  into_id uuid not null,
  taken jsonb not null,
  seen jsonb not null,
  merged_by uuid,
  merged_on timestamp(3) with time zone not null default now(),
  undone_by uuid,
  undone_on timestamp(3) with time zone,
  constraint listing_merge_pkey PRIMARY KEY (id),
  constraint listing_merge_kind_check CHECK ((kind = ANY (ARRAY['organization'::text, 'service'::text, 'location'::text]))),
  constraint listing_merge_merged_by_fkey FOREIGN KEY (merged_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint listing_merge_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX listing_merge_into ON listing_merge USING btree (kind, into_id) WHERE (undone_on IS NULL);
CREATE UNIQUE INDEX listing_merge_from ON listing_merge USING btree (kind, from_id) WHERE (undone_on IS NULL);
-- message-mentions

create table referral_mention (
  message_id uuid not null,
  account_id uuid not null,
  referral_id uuid not null,
  sequence integer not null,
  constraint referral_mention_pkey PRIMARY KEY (message_id, account_id),
  constraint referral_mention_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint referral_mention_message_id_fkey FOREIGN KEY (message_id) REFERENCES referral_message(id),
  constraint referral_mention_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(id)
);
CREATE INDEX referral_mention_account ON referral_mention USING btree (account_id);
CREATE INDEX referral_mention_referral ON referral_mention USING btree (referral_id, sequence);
-- message-receipts

create table message_receipt (
  referral_id uuid not null,
  organization_id uuid not null,
  sequence integer not null,
  seen_on timestamp(3) with time zone not null default now(),
  constraint message_receipt_pkey PRIMARY KEY (referral_id, organization_id, sequence),
  constraint message_receipt_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint message_receipt_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(id)
);
CREATE INDEX message_receipt_organization ON message_receipt USING btree (organization_id);
-- organizations

create table organization (
  id uuid not null default gen_random_uuid(),
  name text not null,
  alternate_name text,
  description text,
  email text,
  website text,
  year_incorporated integer,
  legal_status text,
  tax_id text,
  organization_type_id uuid,
  tax_status_id uuid,
  parent_organization_id uuid,
  standing text not null default 'listed'::text,
  takes_referrals boolean not null default false,
  require_mfa boolean not null default false,
  source_name text,
  source_key text,
  last_verified_on timestamp with time zone,
  created_on timestamp with time zone not null default now(),
  changed_on timestamp with time zone not null default now(),
  version integer not null default 1,
  is_stand_in boolean not null default false,
  source_email text,
  source_website text,
  refuse_email_codes boolean not null default false,
  merged_into uuid,
  constraint organization_pkey PRIMARY KEY (id),
  constraint organization_source_name_source_key_key UNIQUE (source_name, source_key),
  constraint organization_merged_check CHECK ((((merged_into IS NULL) = (standing <> 'merged'::text)) AND (merged_into <> id))),
  constraint organization_standing_check CHECK ((standing = ANY (ARRAY['listed'::text, 'pending'::text, 'verified'::text, 'refused'::text, 'merged'::text]))),
  constraint organization_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES organization(id),
  constraint organization_organization_type_id_fkey FOREIGN KEY (organization_type_id) REFERENCES organization_type(id),
  constraint organization_parent_organization_id_fkey FOREIGN KEY (parent_organization_id) REFERENCES organization(id),
  constraint organization_tax_status_id_fkey FOREIGN KEY (tax_status_id) REFERENCES tax_status(id)
);
CREATE INDEX organization_merged ON organization USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX organization_name ON organization USING btree (lower(name), id);
CREATE INDEX organization_name_begins ON organization USING btree (plain_text(name) COLLATE "C", id);
CREATE INDEX organization_name_holds ON organization USING gin (plain_text(name) gin_trgm_ops);
CREATE INDEX organization_name_trigram ON organization USING gin (lower(name) gin_trgm_ops);
CREATE INDEX organization_words ON organization USING gin (to_tsvector('directory'::regconfig, ((((COALESCE(name, ''::text) || ' '::text) || COALESCE(alternate_name, ''::text)) || ' '::text) || COALESCE(description, ''::text))));
CREATE TRIGGER import_delete AFTER DELETE ON organization REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_insert AFTER INSERT ON organization REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_update AFTER UPDATE ON organization REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER organization_name_to_support_request AFTER UPDATE OF name ON organization FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION carry_organization_name();
CREATE TRIGGER search_update AFTER UPDATE ON organization REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_organization_changed();
CREATE TRIGGER service_modified AFTER UPDATE ON organization REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION service_organization_modified();

create table organization_type (
  id uuid not null default gen_random_uuid(),
  name text not null,
  constraint organization_type_pkey PRIMARY KEY (id),
  constraint organization_type_name_key UNIQUE (name)
);

create table tax_status (
  id uuid not null default gen_random_uuid(),
  name text not null,
  constraint tax_status_pkey PRIMARY KEY (id),
  constraint tax_status_name_key UNIQUE (name)
);
-- own-record

create table correction_request (
  id uuid not null,
  contact_id uuid not null,
  organization_id uuid not null,
  account_id uuid,
  text text not null,
  asked_on timestamp(3) with time zone not null default now(),
  done_on timestamp(3) with time zone,
  done_by uuid,
  constraint correction_request_pkey PRIMARY KEY (id),
  constraint correction_request_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint correction_request_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contact(id) ON DELETE CASCADE,
  constraint correction_request_done_by_fkey FOREIGN KEY (done_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint correction_request_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
CREATE INDEX correction_request_account ON correction_request USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX correction_request_contact ON correction_request USING btree (contact_id, asked_on DESC);
CREATE INDEX correction_request_done_by ON correction_request USING btree (done_by) WHERE (done_by IS NOT NULL);
CREATE INDEX correction_request_organization ON correction_request USING btree (organization_id);
CREATE TRIGGER follow_merged BEFORE INSERT OR UPDATE OF contact_id ON correction_request FOR EACH ROW EXECUTE FUNCTION follow_merged_person();
-- passkeys

create table passkey (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}'::text[],
  name text not null,
  is_synced boolean not null,
  created_on timestamp with time zone not null default now(),
  last_used_on timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_credential_id_key UNIQUE (credential_id),
  constraint passkey_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX passkey_account ON passkey USING btree (account_id, created_on);

create table passkey_challenge (
  challenge_hash text not null,
  purpose text not null,
  account_id uuid,
  expires_on timestamp with time zone not null,
  constraint passkey_challenge_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'sign-in'::text, 'confirm'::text]))),
  constraint passkey_challenge_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenge_expiry ON passkey_challenge USING btree (expires_on);
-- people

create table contact (
  id uuid not null default gen_random_uuid(),
  organization_id uuid,
  first_name text not null,
  last_name text not null,
  title text,
  email text,
  birth_date date,
  language text,
  address_1 text,
  address_2 text,
  city text,
  state_province text,
  postal_code text,
  note text,
  created_by uuid,
  created_on timestamp with time zone not null default now(),
  changed_on timestamp with time zone not null default now(),
  version integer not null default 1,
  merged_into uuid,
  constraint contact_pkey PRIMARY KEY (id),
  constraint contact_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES contact(id) ON DELETE SET NULL,
  constraint contact_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
CREATE INDEX contact_birth_date ON contact USING btree (organization_id, birth_date) WHERE (birth_date IS NOT NULL);
CREATE INDEX contact_changed ON contact USING btree (changed_on) WHERE (organization_id IS NOT NULL);
CREATE INDEX contact_email ON contact USING btree (lower(email)) WHERE (email IS NOT NULL);
CREATE INDEX contact_former_name ON contact USING gin (plain_text(((first_name || ' '::text) || last_name)) gin_trgm_ops) WHERE (merged_into IS NOT NULL);
CREATE INDEX contact_holder_name ON contact USING gin (plain_text(((first_name || ' '::text) || last_name)) gin_trgm_ops) WHERE (organization_id IS NULL);
CREATE INDEX contact_keys ON contact USING gin (person_keys(organization_id, first_name, last_name, birth_date, postal_code, address_1)) WITH (fastupdate=off) WHERE (organization_id IS NOT NULL);
CREATE INDEX contact_list ON contact USING btree (organization_id, plain_text(last_name), plain_text(first_name), id) WHERE (organization_id IS NOT NULL);
CREATE INDEX contact_merged_into ON contact USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX contact_name_word_1 ON contact USING btree (organization_id, name_word(first_name, last_name, 1) COLLATE "C") WHERE (organization_id IS NOT NULL);
CREATE INDEX contact_name_word_2 ON contact USING btree (organization_id, name_word(first_name, last_name, 2) COLLATE "C") WHERE (organization_id IS NOT NULL);
CREATE INDEX contact_name_word_3 ON contact USING btree (organization_id, name_word(first_name, last_name, 3) COLLATE "C") WHERE ((organization_id IS NOT NULL) AND (name_word(first_name, last_name, 3) IS NOT NULL));
CREATE INDEX contact_name_word_4 ON contact USING btree (organization_id, name_word(first_name, last_name, 4) COLLATE "C") WHERE ((organization_id IS NOT NULL) AND (name_word(first_name, last_name, 4) IS NOT NULL));
CREATE INDEX contact_name_word_5 ON contact USING btree (organization_id, name_word(first_name, last_name, 5) COLLATE "C") WHERE ((organization_id IS NOT NULL) AND (name_word(first_name, last_name, 5) IS NOT NULL));
CREATE INDEX contact_name_word_6 ON contact USING btree (organization_id, name_word(first_name, last_name, 6) COLLATE "C") WHERE ((organization_id IS NOT NULL) AND (name_word(first_name, last_name, 6) IS NOT NULL));
CREATE INDEX contact_organization ON contact USING btree (organization_id, lower(last_name), lower(first_name), id);
CREATE INDEX contact_plain_name ON contact USING gin (organization_id, plain_text(((first_name || ' '::text) || last_name)) gin_trgm_ops) WHERE (organization_id IS NOT NULL);

create table contact_phone (
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  phone_number text not null,
  kind text not null default 'mobile'::text,
  is_primary boolean not null default false,
  constraint contact_phone_pkey PRIMARY KEY (id),
  constraint contact_phone_kind_check CHECK ((kind = ANY (ARRAY['mobile'::text, 'home'::text, 'work'::text, 'other'::text]))),
  constraint contact_phone_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contact(id) ON DELETE CASCADE
);
CREATE INDEX contact_phone_digits ON contact_phone USING btree (reverse(regexp_replace(split_part(phone_number, ';'::text, 1), '\D'::text, ''::text, 'g'::text)) text_pattern_ops);
CREATE INDEX contact_phone_number ON contact_phone USING btree (phone_number);
CREATE INDEX contact_phone_of_person ON contact_phone USING btree (contact_id, is_primary DESC, id);
CREATE UNIQUE INDEX contact_phone_primary ON contact_phone USING btree (contact_id) WHERE is_primary;
-- person-facts

create table person_fact (
  contact_id uuid not null,
  name text not null,
  value jsonb not null,
  said_on date not null,
  said_by text not null,
  recorded_by uuid,
  recorded_on timestamp(3) with time zone not null default now(),
  constraint person_fact_pkey PRIMARY KEY (contact_id, name),
  constraint person_fact_said_by_check CHECK ((said_by = ANY (ARRAY['person'::text, 'relative'::text, 'document'::text, 'worker'::text]))),
  constraint person_fact_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contact(id) ON DELETE CASCADE,
  constraint person_fact_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX person_fact_recorded_by ON person_fact USING btree (recorded_by) WHERE (recorded_by IS NOT NULL);
-- person-notices

create table person_notice (
  id uuid not null default gen_random_uuid(),
  referral_id uuid not null,
  request_id uuid not null,
  event_id uuid not null,
  contact_id uuid not null,
  kind text not null,
  state text not null,
  reason text,
  channel text,
  masked_address text,
  message_id uuid,
  changed_on timestamp(3) with time zone not null default now(),
  constraint person_notice_pkey PRIMARY KEY (id),
  constraint person_notice_event_id_contact_id_key UNIQUE (event_id, contact_id),
  constraint person_notice_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text]))),
  constraint person_notice_kind_check CHECK ((kind = ANY (ARRAY['sent'::text, 'accepted'::text, 'appointment'::text, 'closed'::text]))),
  constraint person_notice_reason_check CHECK ((reason = ANY (ARRAY['not-asked'::text, 'not-wished'::text, 'do-not-contact'::text, 'no-address'::text, 'unsafe'::text, 'no-texts'::text, 'not-now'::text, 'no-birth-date'::text, 'withdrawn'::text, 'not-delivered'::text, 'too-many'::text]))),
  constraint person_notice_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'told'::text, 'not-told'::text]))),
  constraint person_notice_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contact(id) ON DELETE CASCADE,
  constraint person_notice_event_id_fkey FOREIGN KEY (event_id) REFERENCES referral_event(id),
  constraint person_notice_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(id),
  constraint person_notice_request_id_fkey FOREIGN KEY (request_id) REFERENCES referral_request(id)
);
CREATE INDEX person_notice_message ON person_notice USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX person_notice_of_person ON person_notice USING btree (contact_id);
CREATE INDEX person_notice_of_referral ON person_notice USING btree (referral_id, changed_on);
CREATE UNIQUE INDEX person_notice_sent_once ON person_notice USING btree (request_id, contact_id) WHERE ((kind = 'sent'::text) AND (state <> 'not-told'::text));
-- person-rights

create table erasure (
  contact_id uuid not null,
  organization_id uuid not null,
  erased_by uuid,
  cause text not null,
  erased_on timestamp(3) with time zone not null default now(),
  constraint erasure_pkey PRIMARY KEY (contact_id),
  constraint erasure_cause_check CHECK ((cause = ANY (ARRAY['request'::text, 'retention'::text, 'replay'::text])))
);
CREATE TRIGGER erasure_kept BEFORE DELETE OR UPDATE ON erasure FOR EACH ROW EXECUTE FUNCTION erasure_is_kept();
CREATE TRIGGER erasure_whole BEFORE TRUNCATE ON erasure FOR EACH STATEMENT EXECUTE FUNCTION erasure_is_kept();

create table erasure_proposal (
  contact_id uuid not null,
  organization_id uuid not null,
  last_activity_on timestamp(3) with time zone not null,
  proposed_on timestamp(3) with time zone not null default now(),
  constraint erasure_proposal_pkey PRIMARY KEY (contact_id),
  constraint erasure_proposal_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contact(id) ON DELETE CASCADE,
  constraint erasure_proposal_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
CREATE INDEX erasure_proposal_due ON erasure_proposal USING btree (proposed_on);
CREATE INDEX erasure_proposal_list ON erasure_proposal USING btree (organization_id, last_activity_on, contact_id);
-- places

create table county (
  fips text not null,
  name text not null,
  state text not null,
  constraint county_pkey PRIMARY KEY (fips),
  constraint county_fips_check CHECK ((fips ~ '^\d{5}$'::text))
);

create table place (
  zip text not null,
  town text not null,
  state text not null,
  county_fips text,
  latitude double precision not null,
  longitude double precision not null,
  time_zone text not null,
  constraint place_pkey PRIMARY KEY (zip),
  constraint place_zip_check CHECK ((zip ~ '^\d{5}$'::text)),
  constraint place_county_fips_fkey FOREIGN KEY (county_fips) REFERENCES county(fips)
);
CREATE INDEX place_county ON place USING btree (county_fips);
CREATE INDEX place_point ON place USING gist (place_point(latitude, longitude));
CREATE INDEX place_town ON place USING btree (state, town);

create table place_file (
  name text not null,
  hash text not null,
  constraint place_file_pkey PRIMARY KEY (name)
);
-- platform

create table audit_record (
  id bigint not null generated always as identity,
  actor_id uuid,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  detail jsonb not null default '{}'::jsonb,
  created_on timestamp with time zone not null default now(),
  impersonator_id uuid,
  constraint audit_record_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_record_impersonator ON audit_record USING btree (impersonator_id, id) WHERE (impersonator_id IS NOT NULL);
CREATE INDEX audit_record_subject ON audit_record USING btree (subject_type, subject_id, id);
CREATE TRIGGER audit_record_kept BEFORE DELETE OR UPDATE ON audit_record FOR EACH ROW EXECUTE FUNCTION audit_record_is_kept();

create table captcha_used (
  signature text not null,
  expires_on timestamp with time zone not null,
  constraint captcha_used_pkey PRIMARY KEY (signature)
);

create table event (
  id bigint not null generated always as identity,
  transaction_id xid8 not null default pg_current_xact_id(),
  type text not null,
  subject_id text not null,
  audience text[] not null,
  created_on timestamp with time zone not null default now(),
  constraint event_pkey PRIMARY KEY (id)
);
CREATE INDEX event_position ON event USING btree (transaction_id, id);

create table login_throttle (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint login_throttle_pkey PRIMARY KEY (key)
);

create table message (
  id uuid not null default gen_random_uuid(),
  sequence bigint not null generated always as identity,
  channel text not null,
  recipient text,
  subject text,
  text text,
  html text,
  message_key text not null,
  created_on timestamp with time zone not null default now(),
  delivered_on timestamp with time zone,
  language text not null default 'en'::text,
  failed_on timestamp with time zone,
  failure text,
  headers jsonb not null default '{}'::jsonb,
  kind text not null,
  expires_on timestamp with time zone,
  collapsed jsonb,
  counted_on timestamp with time zone,
  left_out_on timestamp with time zone,
  blanked_on timestamp with time zone,
  report_task text,
  entry jsonb,
  join_key text,
  let_through_on timestamp with time zone,
  constraint message_pkey PRIMARY KEY (id),
  constraint message_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'voice'::text]))),
  constraint message_check CHECK (((failed_on IS NULL) = (failure IS NULL))),
  constraint message_check1 CHECK (((delivered_on IS NULL) OR (failed_on IS NULL))),
  constraint message_check2 CHECK (((left_out_on IS NULL) OR ((delivered_on IS NULL) AND (failed_on IS NULL)))),
  constraint message_check3 CHECK (((blanked_on IS NULL) OR (num_nonnulls(recipient, subject, text, html, collapsed) = 0))),
  constraint message_failure_check CHECK ((failure = ANY (ARRAY['invalid-address'::text, 'unsubscribed'::text, 'refused'::text, 'no-service'::text, 'no-answer'::text]))),
  constraint message_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text])))
);
CREATE INDEX message_created ON message USING btree (created_on);
CREATE INDEX message_delivered_to_blank ON message USING btree (created_on) WHERE ((blanked_on IS NULL) AND (delivered_on IS NOT NULL));
CREATE INDEX message_failed ON message USING btree (recipient, failed_on) WHERE (failed_on IS NOT NULL);
CREATE INDEX message_failed_to_blank ON message USING btree (failed_on) WHERE ((blanked_on IS NULL) AND (failed_on IS NOT NULL));
CREATE INDEX message_join ON message USING btree (join_key, sequence) WHERE ((join_key IS NOT NULL) AND (delivered_on IS NULL));
CREATE INDEX message_sequence ON message USING btree (sequence DESC);
CREATE INDEX message_to_give_up ON message USING btree (expires_on) WHERE ((delivered_on IS NULL) AND (failed_on IS NULL) AND (left_out_on IS NULL) AND (expires_on IS NOT NULL));

create table message_count (
  key bytea not null,
  sent integer not null,
  ends_on timestamp with time zone not null,
  constraint message_count_pkey PRIMARY KEY (key)
);
CREATE INDEX message_count_ends ON message_count USING btree (ends_on);

create table message_key (
  key_hash bytea not null,
  created_on timestamp with time zone not null default now(),
  constraint message_key_pkey PRIMARY KEY (key_hash)
);
CREATE INDEX message_key_created ON message_key USING btree (created_on);

create table message_report (
  id bigint not null generated always as identity,
  task text not null,
  message_id uuid not null,
  state text not null,
  failure text,
  reported_on timestamp with time zone not null default clock_timestamp(),
  constraint message_report_pkey PRIMARY KEY (id),
  constraint message_report_state_check CHECK ((state = ANY (ARRAY['handed-over'::text, 'failed'::text, 'left-out'::text]))),
  constraint message_report_task_check CHECK (((length(task) >= 1) AND (length(task) <= 100)))
);
CREATE INDEX message_report_task ON message_report USING btree (task, id);
-- preferences

create table user_preference (
  account_id uuid not null,
  email_for_incoming_referral text not null default 'All'::text,
  text_for_incoming_referral text not null default 'None'::text,
  email_for_direct_referral text not null default 'All'::text,
  text_for_direct_referral text not null default 'None'::text,
  email_for_confirmation_of_sent_referral text not null default 'All'::text,
  text_for_confirmation_of_sent_referral text not null default 'None'::text,
  email_for_status_change_of_referral text not null default 'All'::text,
  text_for_status_change_of_referral text not null default 'None'::text,
  email_for_message_on_referral text not null default 'All'::text,
  text_for_message_on_referral text not null default 'None'::text,
  constraint user_preference_pkey PRIMARY KEY (account_id),
  constraint user_preference_email_for_confirmation_of_sent_referral_check CHECK ((email_for_confirmation_of_sent_referral = ANY (ARRAY['All'::text, 'Internal'::text, 'External'::text, 'None'::text]))),
  constraint user_preference_email_for_direct_referral_check CHECK ((email_for_direct_referral = ANY (ARRAY['All'::text, 'Internal'::text, 'External'::text, 'None'::text]))),
  constraint user_preference_email_for_incoming_referral_check CHECK ((email_for_incoming_referral = ANY (ARRAY['All'::text, 'Internal'::text, 'External'::text, 'None'::text]))),
  constraint user_preference_email_for_message_on_referral_check CHECK ((email_for_message_on_referral = ANY (ARRAY['All'::text, 'Internal'::text, 'External'::text, 'None'::text]))),
  constraint user_preference_email_for_status_change_of_referral_check CHECK ((email_for_status_change_of_referral = ANY (ARRAY['All'::text, 'Internal'::text, 'External'::text, 'None'::text]))),
  constraint user_preference_text_for_confirmation_of_sent_referral_check CHECK ((text_for_confirmation_of_sent_referral = ANY (ARRAY['All'::text, 'Internal'::text, 'External'::text, 'None'::text]))),
  constraint user_preference_text_for_direct_referral_check CHECK ((text_for_direct_referral = ANY (ARRAY['All'::text, 'Internal'::text, 'External'::text, 'None'::text]))),
  constraint user_preference_text_for_incoming_referral_check CHECK ((text_for_incoming_referral = ANY (ARRAY['All'::text, 'Internal'::text, 'External'::text, 'None'::text]))),
  constraint user_preference_text_for_message_on_referral_check CHECK ((text_for_message_on_referral = ANY (ARRAY['All'::text, 'Internal'::text, 'External'::text, 'None'::text]))),
  constraint user_preference_text_for_status_change_of_referral_check CHECK ((text_for_status_change_of_referral = ANY (ARRAY['All'::text, 'Internal'::text, 'External'::text, 'None'::text]))),
  constraint user_preference_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
-- record-links

create table record_link (
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  code_hash text not null,
  channel text not null,
  language text not null,
  created_by uuid,
  created_on timestamp(3) with time zone not null default now(),
  expires_on timestamp(3) with time zone not null,
  withdrawn_on timestamp(3) with time zone,
  opened_on timestamp(3) with time zone,
  tries_left smallint not null default 5,
  session_hash text,
  session_expires_on timestamp(3) with time zone,
  constraint record_link_pkey PRIMARY KEY (id),
  constraint record_link_code_hash_key UNIQUE (code_hash),
  constraint record_link_channel_check CHECK ((channel = ANY (ARRAY['copy'::text, 'email'::text, 'sms'::text]))),
  constraint record_link_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint record_link_tries_left_check CHECK ((tries_left >= 0)),
  constraint record_link_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contact(id) ON DELETE CASCADE,
  constraint record_link_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX record_link_contact ON record_link USING btree (contact_id);
CREATE INDEX record_link_created_by ON record_link USING btree (created_by) WHERE (created_by IS NOT NULL);
-- referral-files

create table referral_file (
  id uuid not null default gen_random_uuid(),
  referral_id uuid not null,
  message_id uuid not null,
  file_id uuid,
  file_name text not null,
  size integer not null,
  category text not null,
  organization_id uuid not null,
  shared_by uuid,
  shared_on timestamp(3) with time zone not null default now(),
  withdrawn_on timestamp(3) with time zone,
  constraint referral_file_pkey PRIMARY KEY (id),
  constraint referral_file_file_id_key UNIQUE (file_id),
  constraint referral_file_category_check CHECK ((category = ANY (ARRAY['consent'::text, 'identity'::text, 'form'::text, 'other'::text]))),
  constraint referral_file_check CHECK (((file_id IS NOT NULL) OR (withdrawn_on IS NOT NULL))),
  constraint referral_file_file_name_check CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 255))),
  constraint referral_file_size_check CHECK ((size > 0)),
  constraint referral_file_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id),
  constraint referral_file_message_id_fkey FOREIGN KEY (message_id) REFERENCES referral_message(id),
  constraint referral_file_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint referral_file_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(id),
  constraint referral_file_shared_by_fkey FOREIGN KEY (shared_by) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX referral_file_message ON referral_file USING btree (message_id);
CREATE INDEX referral_file_referral ON referral_file USING btree (referral_id, shared_on);
CREATE INDEX referral_file_shared_by ON referral_file USING btree (shared_by) WHERE (shared_by IS NOT NULL);
-- referral-lists

create table referral_bulk (
  id uuid not null,
  account_id uuid not null,
  action text not null,
  created_on timestamp(3) with time zone not null default now(),
  constraint referral_bulk_pkey PRIMARY KEY (id),
  constraint referral_bulk_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX referral_bulk_account ON referral_bulk USING btree (account_id);
CREATE INDEX referral_bulk_created_on ON referral_bulk USING btree (created_on);

create table referral_bulk_item (
  bulk_id uuid not null,
  referral_id uuid not null,
  outcome text not null,
  former_assignee_id uuid,
  version integer not null,
  undone_on timestamp(3) with time zone,
  notified_on timestamp(3) with time zone,
  constraint referral_bulk_item_pkey PRIMARY KEY (bulk_id, referral_id),
  constraint referral_bulk_item_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'unchanged'::text]))),
  constraint referral_bulk_item_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES referral_bulk(id) ON DELETE CASCADE,
  constraint referral_bulk_item_former_assignee_id_fkey FOREIGN KEY (former_assignee_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint referral_bulk_item_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(id) ON DELETE CASCADE
);
CREATE INDEX referral_bulk_item_former_assignee ON referral_bulk_item USING btree (former_assignee_id) WHERE (former_assignee_id IS NOT NULL);
CREATE INDEX referral_bulk_item_referral ON referral_bulk_item USING btree (referral_id);
-- referral-notices

create table referral_delivery (
  id uuid not null default gen_random_uuid(),
  referral_id uuid not null,
  message_id uuid not null,
  purpose text not null,
  channel text not null,
  account_id uuid,
  masked_address text not null,
  queued_on timestamp(3) with time zone not null default now(),
  handed_over_on timestamp(3) with time zone,
  failed_on timestamp(3) with time zone,
  failure text,
  left_out_on timestamp(3) with time zone,
  constraint referral_delivery_pkey PRIMARY KEY (id),
  constraint referral_delivery_message_id_key UNIQUE (message_id),
  constraint referral_delivery_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text]))),
  constraint referral_delivery_check CHECK (((failed_on IS NULL) = (failure IS NULL))),
  constraint referral_delivery_failure_check CHECK ((failure = ANY (ARRAY['invalid-address'::text, 'unsubscribed'::text, 'refused'::text, 'no-service'::text, 'no-answer'::text]))),
  constraint referral_delivery_purpose_check CHECK ((purpose = ANY (ARRAY['arrival'::text, 'reminder'::text, 'invitation'::text]))),
  constraint referral_delivery_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint referral_delivery_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(id)
);
CREATE INDEX referral_delivery_of_referral ON referral_delivery USING btree (referral_id, queued_on);
-- referrals

create table referral (
  id uuid not null default gen_random_uuid(),
  request_id uuid not null,
  parent_id uuid,
  parent_relation text,
  sender_organization_id uuid not null,
  recipient_organization_id uuid not null,
  service_id uuid,
  status text not null default 'Draft'::text,
  directed_to_id uuid,
  assignee_id uuid,
  contact_first_name text,
  contact_last_name text,
  contact_email text,
  snapshot jsonb,
  consent_id uuid,
  consent_override_reason text,
  search_text text not null default ''::text,
  reason text,
  outcome text,
  review_on date,
  sent_on timestamp(3) with time zone,
  first_viewed_on timestamp(3) with time zone,
  responded_on timestamp(3) with time zone,
  started_on timestamp(3) with time zone,
  closed_on timestamp(3) with time zone,
  response_due_on timestamp(3) with time zone,
  clock_on timestamp(3) with time zone,
  reminders_sent smallint not null default 0,
  status_changed_on timestamp(3) with time zone not null default now(),
  status_changed_by uuid,
  message_count integer not null default 0,
  last_message_on timestamp(3) with time zone,
  created_by uuid not null,
  created_on timestamp(3) with time zone not null default now(),
  version integer not null default 1,
  recipient_confirmed_on timestamp(3) with time zone,
  details_ended_on timestamp(3) with time zone,
  reopen_asked_on timestamp(3) with time zone,
  reopen_answered_on timestamp(3) with time zone,
  consent_override_text text,
  settled_on timestamp(3) with time zone,
  messages_notified integer not null default 0,
  first_contact_on timestamp(3) with time zone,
  first_contact_by text,
  call_id uuid,
  promise_stage text,
  promise_due_on timestamp(3) with time zone,
  promise_alert text,
  promise_alert_on timestamp(3) with time zone,
  help_denied_on timestamp(3) with time zone,
  constraint referral_pkey PRIMARY KEY (id),
  constraint referral_check CHECK (((parent_id IS NULL) OR (parent_relation IS NOT NULL))),
  constraint referral_consent_override_reason CHECK ((consent_override_reason = ANY (ARRAY['required by law'::text, 'emergency'::text, 'consent on paper'::text, 'other'::text]))),
  constraint referral_first_contact CHECK (((first_contact_by IS NULL) OR (first_contact_on IS NOT NULL))),
  constraint referral_first_contact_by_check CHECK ((first_contact_by = ANY (ARRAY['phone'::text, 'text'::text, 'email'::text, 'in person'::text, 'other'::text]))),
  constraint referral_parent_relation_check CHECK ((parent_relation = ANY (ARRAY['forward'::text, 'reopen'::text]))),
  constraint referral_promise CHECK (((promise_stage IS NULL) = (promise_due_on IS NULL))),
  constraint referral_promise_alert CHECK (((promise_alert IS NULL) = (promise_alert_on IS NULL))),
  constraint referral_promise_alert_check CHECK ((promise_alert = ANY (ARRAY['warn'::text, 'escalate'::text]))),
  constraint referral_promise_stage_check CHECK ((promise_stage = ANY (ARRAY['view'::text, 'answer'::text, 'contact'::text]))),
  constraint referral_reopen_answer_has_request CHECK (((reopen_answered_on IS NULL) OR (reopen_asked_on IS NOT NULL))),
  constraint referral_status_check CHECK ((status = ANY (ARRAY['Draft'::text, 'Sent'::text, 'In Review'::text, 'Accepted'::text, 'Declined'::text, 'Recalled'::text, 'Forwarded'::text, 'Expired'::text, 'In Progress'::text, 'On Hold'::text, 'Closed: Resolved'::text, 'Closed: Unresolved'::text, 'Entered In Error'::text]))),
  constraint referral_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES account(id),
  constraint referral_consent_id_fkey FOREIGN KEY (consent_id) REFERENCES consent(id),
  constraint referral_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint referral_directed_to_id_fkey FOREIGN KEY (directed_to_id) REFERENCES account(id),
  constraint referral_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES referral(id),
  constraint referral_recipient_organization_id_fkey FOREIGN KEY (recipient_organization_id) REFERENCES organization(id),
  constraint referral_request_id_fkey FOREIGN KEY (request_id) REFERENCES referral_request(id),
  constraint referral_sender_organization_id_fkey FOREIGN KEY (sender_organization_id) REFERENCES organization(id),
  constraint referral_service FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE SET NULL
);
CREATE INDEX referral_clock ON referral USING btree (clock_on) WHERE (clock_on IS NOT NULL);
CREATE INDEX referral_consent ON referral USING btree (consent_id) WHERE (consent_id IS NOT NULL);
CREATE INDEX referral_creator_news ON referral USING btree (created_by, status_changed_on DESC);
CREATE INDEX referral_held ON referral USING btree (recipient_organization_id, sender_organization_id) WHERE ((recipient_confirmed_on IS NULL) AND (sent_on IS NOT NULL));
CREATE INDEX referral_held_by_sender ON referral USING btree (sender_organization_id, sent_on) WHERE ((recipient_confirmed_on IS NULL) AND (sent_on IS NOT NULL));
CREATE INDEX referral_help_denied ON referral USING btree (sender_organization_id, help_denied_on) WHERE (help_denied_on IS NOT NULL);
CREATE INDEX referral_incoming ON referral USING btree (recipient_organization_id, created_on DESC, id DESC) WHERE (status <> ALL (ARRAY['Draft'::text, 'Entered In Error'::text]));
CREATE INDEX referral_incoming_status ON referral USING btree (recipient_organization_id, status, created_on DESC, id DESC);
CREATE INDEX referral_next_try ON referral USING btree (created_by, status_changed_on) WHERE ((status = ANY (ARRAY['Declined'::text, 'Expired'::text, 'Closed: Unresolved'::text])) AND (settled_on IS NULL));
CREATE INDEX referral_next_try_of_organization ON referral USING btree (sender_organization_id, status_changed_on) WHERE ((status = ANY (ARRAY['Declined'::text, 'Expired'::text, 'Closed: Unresolved'::text])) AND (settled_on IS NULL));
CREATE INDEX referral_on_hold ON referral USING btree (recipient_organization_id, review_on) WHERE (status = 'On Hold'::text);
CREATE INDEX referral_outgoing ON referral USING btree (sender_organization_id, created_on DESC, id DESC) WHERE (status <> 'Entered In Error'::text);
CREATE INDEX referral_outgoing_status ON referral USING btree (sender_organization_id, status, created_on DESC, id DESC);
CREATE INDEX referral_overridden ON referral USING btree (sent_on DESC, id DESC) WHERE (consent_override_reason IS NOT NULL);
CREATE INDEX referral_overridden_sender ON referral USING btree (sender_organization_id, sent_on) WHERE (consent_override_reason IS NOT NULL);
CREATE INDEX referral_parent ON referral USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX referral_promise_alert ON referral USING btree (promise_alert_on) WHERE (promise_alert_on IS NOT NULL);
CREATE INDEX referral_recipient_messages ON referral USING btree (recipient_organization_id, last_message_on DESC) WHERE (last_message_on IS NOT NULL);
CREATE INDEX referral_reopen_asked ON referral USING btree (sender_organization_id, reopen_asked_on) WHERE ((reopen_asked_on IS NOT NULL) AND (reopen_answered_on IS NULL));
CREATE INDEX referral_request_id ON referral USING btree (request_id);
CREATE INDEX referral_search_incoming ON referral USING gin (recipient_organization_id, search_text gin_trgm_ops);
CREATE INDEX referral_search_outgoing ON referral USING gin (sender_organization_id, search_text gin_trgm_ops);
CREATE INDEX referral_sender_messages ON referral USING btree (sender_organization_id, last_message_on DESC) WHERE (last_message_on IS NOT NULL);
CREATE INDEX referral_service_id ON referral USING btree (service_id) WHERE (service_id IS NOT NULL);
CREATE INDEX referral_unassigned ON referral USING btree (recipient_organization_id, status_changed_on) WHERE ((assignee_id IS NULL) AND (status = ANY (ARRAY['Accepted'::text, 'In Progress'::text])));
CREATE INDEX referral_waiting ON referral USING btree (recipient_organization_id, sent_on) WHERE (status = ANY (ARRAY['Sent'::text, 'In Review'::text]));
CREATE UNIQUE INDEX referral_call ON referral USING btree (created_by, call_id) WHERE (call_id IS NOT NULL);
CREATE UNIQUE INDEX referral_reopened_once ON referral USING btree (parent_id) WHERE ((parent_relation = 'reopen'::text) AND (status <> 'Entered In Error'::text));
CREATE TRIGGER referral_fact_changed AFTER UPDATE ON referral FOR EACH ROW WHEN ((((((((((((((((old.request_id IS DISTINCT FROM new.request_id) OR (old.sender_organization_id IS DISTINCT FROM new.sender_organization_id)) OR (old.recipient_organization_id IS DISTINCT FROM new.recipient_organization_id)) OR (old.service_id IS DISTINCT FROM new.service_id)) OR (old.status IS DISTINCT FROM new.status)) OR (old.reason IS DISTINCT FROM new.reason)) OR (old.outcome IS DISTINCT FROM new.outcome)) OR (old.snapshot IS DISTINCT FROM new.snapshot)) OR (old.sent_on IS DISTINCT FROM new.sent_on)) OR (old.first_viewed_on IS DISTINCT FROM new.first_viewed_on)) OR (old.responded_on IS DISTINCT FROM new.responded_on)) OR (old.first_contact_on IS DISTINCT FROM new.first_contact_on)) OR (old.closed_on IS DISTINCT FROM new.closed_on)) OR (old.recipient_confirmed_on IS DISTINCT FROM new.recipient_confirmed_on)) OR (old.details_ended_on IS DISTINCT FROM new.details_ended_on))) EXECUTE FUNCTION keep_referral_fact();
CREATE TRIGGER referral_fact_made AFTER INSERT ON referral FOR EACH ROW WHEN ((new.sent_on IS NOT NULL)) EXECUTE FUNCTION keep_referral_fact();

create table referral_event (
  id uuid not null default gen_random_uuid(),
  sequence bigint not null generated always as identity,
  referral_id uuid not null,
  action text not null,
  from_status text,
  to_status text not null,
  actor_id uuid,
  organization_id uuid,
  reason text,
  outcome text,
  note text,
  created_on timestamp(3) with time zone not null default now(),
  review_on date,
  link_holder text,
  constraint referral_event_pkey PRIMARY KEY (id),
  constraint referral_event_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES account(id),
  constraint referral_event_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint referral_event_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(id)
);
CREATE INDEX referral_event_referral ON referral_event USING btree (referral_id, sequence);
CREATE TRIGGER referral_event_kept BEFORE DELETE OR UPDATE ON referral_event FOR EACH ROW EXECUTE FUNCTION referral_event_is_kept();

create table referral_invitation (
  code_hash text not null,
  referral_id uuid not null,
  email text not null,
  created_on timestamp(3) with time zone not null default now(),
  expires_on timestamp(3) with time zone not null,
  used_on timestamp(3) with time zone,
  claimed_by uuid,
  claim_status text,
  opened_on timestamp(3) with time zone,
  claimed_on timestamp(3) with time zone,
  language text,
  replaced_on timestamp(3) with time zone,
  constraint referral_invitation_pkey PRIMARY KEY (code_hash),
  constraint referral_invitation_claim_status_check CHECK ((claim_status = ANY (ARRAY['pending'::text, 'more-asked'::text, 'refused'::text]))),
  constraint referral_invitation_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint referral_invitation_claimed_by_fkey FOREIGN KEY (claimed_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint referral_invitation_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(id)
);
CREATE INDEX referral_invitation_claim ON referral_invitation USING btree (claimed_by) WHERE (claimed_by IS NOT NULL);
CREATE INDEX referral_invitation_language ON referral_invitation USING btree (email, created_on) WHERE (language IS NOT NULL);
CREATE INDEX referral_invitation_referral ON referral_invitation USING btree (referral_id);

create table referral_message (
  id uuid not null default gen_random_uuid(),
  referral_id uuid not null,
  sequence integer not null,
  author_id uuid,
  organization_id uuid not null,
  text text not null,
  created_on timestamp(3) with time zone not null default now(),
  edited_on timestamp(3) with time zone,
  link_holder text,
  constraint referral_message_pkey PRIMARY KEY (id),
  constraint referral_message_referral_id_sequence_key UNIQUE (referral_id, sequence),
  constraint referral_message_writer CHECK (((author_id IS NULL) = (link_holder IS NOT NULL))),
  constraint referral_message_author_id_fkey FOREIGN KEY (author_id) REFERENCES account(id),
  constraint referral_message_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint referral_message_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(id)
);

create table referral_person (
  referral_id uuid not null,
  contact_id uuid not null,
  snapshot jsonb,
  consent_id uuid,
  details_ended_on timestamp(3) with time zone,
  constraint referral_person_pkey PRIMARY KEY (referral_id, contact_id),
  constraint referral_person_consent_id_fkey FOREIGN KEY (consent_id) REFERENCES consent(id),
  constraint referral_person_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contact(id),
  constraint referral_person_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(id) ON DELETE CASCADE
);
CREATE INDEX referral_person_consent ON referral_person USING btree (consent_id) WHERE (consent_id IS NOT NULL);
CREATE INDEX referral_person_contact ON referral_person USING btree (contact_id);

create table referral_read (
  referral_id uuid not null,
  account_id uuid not null,
  last_sequence integer not null default 0,
  read_on timestamp(3) with time zone not null default now(),
  constraint referral_read_pkey PRIMARY KEY (referral_id, account_id),
  constraint referral_read_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint referral_read_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(id)
);

create table referral_request (
  id uuid not null default gen_random_uuid(),
  organization_id uuid not null,
  contact_id uuid not null,
  need text not null,
  urgency text not null default 'routine'::text,
  needed_by date,
  note text,
  status text not null default 'draft'::text,
  created_by uuid not null,
  created_on timestamp(3) with time zone not null default now(),
  changed_on timestamp(3) with time zone not null default now(),
  constraint referral_request_pkey PRIMARY KEY (id),
  constraint referral_request_need CHECK ((need = ANY (ARRAY['food-insecurity'::text, 'homelessness'::text, 'housing-instability'::text, 'inadequate-housing'::text, 'utility-insecurity'::text, 'transportation-insecurity'::text, 'financial-insecurity'::text, 'material-hardship'::text, 'employment-status'::text, 'educational-attainment'::text, 'health-insurance-coverage-status'::text, 'medical-cost-burden'::text, 'personal-health-literacy'::text, 'stress'::text, 'social-connection'::text, 'intimate-partner-violence'::text, 'elder-abuse'::text, 'digital-access'::text, 'digital-literacy'::text, 'language-access'::text, 'veteran-status'::text, 'incarceration-status'::text, 'immigration'::text, 'legal-help'::text, 'child-care'::text, 'disability'::text, 'diapers'::text, 'sdoh-category-unspecified'::text]))),
  constraint referral_request_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'on hold'::text, 'completed'::text, 'revoked'::text]))),
  constraint referral_request_urgency_check CHECK ((urgency = ANY (ARRAY['routine'::text, 'urgent'::text, 'asap'::text]))),
  constraint referral_request_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contact(id),
  constraint referral_request_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint referral_request_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
CREATE INDEX referral_request_contact ON referral_request USING btree (contact_id, created_on DESC);
CREATE TRIGGER follow_merged BEFORE INSERT OR UPDATE OF contact_id ON referral_request FOR EACH ROW EXECUTE FUNCTION follow_merged_person();
CREATE TRIGGER referral_facts_of_request AFTER UPDATE ON referral_request FOR EACH ROW EXECUTE FUNCTION keep_request_facts();

create table referral_sending (
  referral_id uuid not null,
  batch_id uuid not null,
  account_id uuid not null,
  sends_on timestamp(3) with time zone,
  refused text,
  note text,
  intake_reason text,
  consent_override_reason text,
  consent_override_text text,
  constraint referral_sending_pkey PRIMARY KEY (referral_id),
  constraint referral_sending_consent_override_reason_check CHECK ((consent_override_reason = ANY (ARRAY['required by law'::text, 'emergency'::text, 'consent on paper'::text, 'other'::text]))),
  constraint referral_sending_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint referral_sending_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(id) ON DELETE CASCADE
);
CREATE INDEX referral_sending_account ON referral_sending USING btree (account_id);
CREATE INDEX referral_sending_batch ON referral_sending USING btree (batch_id);
CREATE INDEX referral_sending_refused ON referral_sending USING btree (referral_id) WHERE (refused IS NOT NULL);

create table referral_undo (
  event_id uuid not null,
  referral_id uuid not null,
  before jsonb not null,
  caused_by uuid,
  expires_on timestamp(3) with time zone not null,
  constraint referral_undo_pkey PRIMARY KEY (event_id),
  constraint referral_undo_caused_by_fkey FOREIGN KEY (caused_by) REFERENCES referral_event(id) ON DELETE CASCADE,
  constraint referral_undo_event_id_fkey FOREIGN KEY (event_id) REFERENCES referral_event(id) ON DELETE CASCADE,
  constraint referral_undo_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(id) ON DELETE CASCADE
);
CREATE INDEX referral_undo_cause ON referral_undo USING btree (caused_by) WHERE (caused_by IS NOT NULL);
CREATE INDEX referral_undo_expiry ON referral_undo USING btree (expires_on);
CREATE INDEX referral_undo_referral ON referral_undo USING btree (referral_id);
-- registration

create table registration_decision (
  id uuid not null default gen_random_uuid(),
  review_id uuid not null,
  decision text not null,
  reason text,
  decided_by uuid not null,
  decided_on timestamp(3) with time zone not null default now(),
  constraint registration_decision_pkey PRIMARY KEY (id),
  constraint registration_decision_decision_check CHECK ((decision = ANY (ARRAY['approve'::text, 'askForMore'::text, 'refuse'::text]))),
  constraint registration_decision_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id),
  constraint registration_decision_review_id_fkey FOREIGN KEY (review_id) REFERENCES registration_review(id) ON DELETE CASCADE
);
CREATE INDEX registration_decision_review ON registration_decision USING btree (review_id, decided_on);

create table registration_review (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  organization_id uuid not null,
  kind text not null,
  status text not null default 'pending'::text,
  referral_id uuid,
  source text,
  created_on timestamp(3) with time zone not null default now(),
  version integer not null default 1,
  noticed_on timestamp with time zone,
  request_id uuid,
  constraint registration_review_pkey PRIMARY KEY (id),
  constraint registration_review_account_id_key UNIQUE (account_id),
  constraint registration_review_kind_check CHECK ((kind = ANY (ARRAY['new-organization'::text, 'claim'::text, 'invited'::text, 'join'::text]))),
  constraint registration_review_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'more-asked'::text, 'approved'::text, 'refused'::text]))),
  constraint registration_review_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint registration_review_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint registration_review_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(id)
);
CREATE INDEX registration_review_noticed ON registration_review USING btree (noticed_on);
CREATE INDEX registration_review_organization ON registration_review USING btree (organization_id);
CREATE INDEX registration_review_queue ON registration_review USING btree (status, created_on, id);
-- reports

create table referral_fact (
  referral_id uuid not null,
  request_id uuid not null,
  contact_id uuid not null,
  sent_day date not null,
  sender_id uuid not null,
  recipient_id uuid not null,
  service_id uuid,
  need text not null,
  zip text,
  county text,
  state text,
  language text,
  age_band text,
  status_class text not null,
  reason text,
  outcome text,
  minutes_to_view integer,
  minutes_to_answer integer,
  minutes_to_contact integer,
  minutes_to_close integer,
  attempt_no smallint not null,
  is_held boolean not null,
  recipient_sees_person boolean not null,
  marks integer not null generated always as ((((((((((((((((1 +
CASE
    WHEN (minutes_to_view IS NOT NULL) THEN 2
    ELSE 0
END) +
CASE
    WHEN (minutes_to_answer IS NOT NULL) THEN 4
    ELSE 0
END) +
CASE
    WHEN (status_class = ANY (ARRAY['open'::text, 'resolved'::text, 'unresolved'::text])) THEN 8
    ELSE 0
END) +
CASE
    WHEN (status_class = 'declined'::text) THEN 16
    ELSE 0
END) +
CASE
    WHEN (status_class = 'expired'::text) THEN 32
    ELSE 0
END) +
CASE
    WHEN (status_class = 'recalled'::text) THEN 64
    ELSE 0
END) +
CASE
    WHEN (status_class = 'forwarded'::text) THEN 128
    ELSE 0
END) +
CASE
    WHEN (status_class = ANY (ARRAY['waiting'::text, 'seen'::text])) THEN 256
    ELSE 0
END) +
CASE
    WHEN (minutes_to_contact IS NOT NULL) THEN 512
    ELSE 0
END) +
CASE
    WHEN (status_class = 'resolved'::text) THEN 1024
    ELSE 0
END) +
CASE
    WHEN (status_class = 'unresolved'::text) THEN 2048
    ELSE 0
END) +
CASE
    WHEN ((status_class = 'resolved'::text) AND (outcome = ANY (ARRAY['got help'::text, 'enrolled'::text]))) THEN 4096
    ELSE 0
END) +
CASE
    WHEN (status_class <> ALL (ARRAY['recalled'::text, 'forwarded'::text])) THEN 8192
    ELSE 0
END) +
CASE
    WHEN (status_class = ANY (ARRAY['resolved'::text, 'unresolved'::text, 'declined'::text])) THEN 16384
    ELSE 0
END) +
CASE
    WHEN (reason = ANY (ARRAY['no capacity'::text, 'no funds'::text])) THEN 32768
    ELSE 0
END)) stored,
  constraint referral_fact_pkey PRIMARY KEY (referral_id),
  constraint referral_fact_age_band_check CHECK ((age_band = ANY (ARRAY['0-5'::text, '6-17'::text, '18-24'::text, '25-44'::text, '45-64'::text, '65+'::text]))),
  constraint referral_fact_status_class_check CHECK ((status_class = ANY (ARRAY['waiting'::text, 'seen'::text, 'open'::text, 'declined'::text, 'expired'::text, 'forwarded'::text, 'resolved'::text, 'unresolved'::text, 'recalled'::text]))),
  constraint referral_fact_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(id) ON DELETE CASCADE
);
CREATE INDEX referral_fact_day ON referral_fact USING btree (sent_day);
CREATE INDEX referral_fact_received ON referral_fact USING btree (recipient_id, sent_day) INCLUDE (sender_id, is_held, recipient_sees_person, need, zip, county, language, age_band, status_class, reason, outcome, minutes_to_view, minutes_to_answer, minutes_to_contact, minutes_to_close, attempt_no, marks, request_id, contact_id, referral_id);
CREATE INDEX referral_fact_request ON referral_fact USING btree (request_id);
CREATE INDEX referral_fact_sent ON referral_fact USING btree (sender_id, sent_day) INCLUDE (recipient_id, need, zip, county, language, age_band, status_class, reason, outcome, minutes_to_view, minutes_to_answer, minutes_to_contact, minutes_to_close, attempt_no, marks, request_id, contact_id, referral_id);
CREATE INDEX referral_fact_unmet ON referral_fact USING btree (sent_day) WHERE ((status_class = ANY (ARRAY['declined'::text, 'unresolved'::text])) AND (reason = ANY (ARRAY['no capacity'::text, 'no funds'::text])));
CREATE TRIGGER report_changed AFTER INSERT OR DELETE ON referral_fact FOR EACH ROW EXECUTE FUNCTION note_report_change();
CREATE TRIGGER report_changed_by_update AFTER UPDATE ON referral_fact FOR EACH ROW WHEN (((((((((((((old.sent_day IS DISTINCT FROM new.sent_day) OR (old.sender_id IS DISTINCT FROM new.sender_id)) OR (old.recipient_id IS DISTINCT FROM new.recipient_id)) OR (old.need IS DISTINCT FROM new.need)) OR (old.county IS DISTINCT FROM new.county)) OR (old.zip IS DISTINCT FROM new.zip)) OR (old.status_class IS DISTINCT FROM new.status_class)) OR (old.reason IS DISTINCT FROM new.reason)) OR (old.outcome IS DISTINCT FROM new.outcome)) OR (old.minutes_to_view IS DISTINCT FROM new.minutes_to_view)) OR (old.minutes_to_answer IS DISTINCT FROM new.minutes_to_answer)) OR (old.is_held IS DISTINCT FROM new.is_held))) EXECUTE FUNCTION note_report_change();

create table report_calendar (
  only_row boolean not null default true,
  time_zone text not null,
  constraint report_calendar_pkey PRIMARY KEY (only_row),
  constraint report_calendar_only_row_check CHECK (only_row)
);

create table report_change (
  month date not null
);

create table report_month (
  month date not null,
  rolled_on timestamp(3) with time zone not null default now(),
  constraint report_month_pkey PRIMARY KEY (month)
);

create table roll_month_ending (
  month date not null,
  ending text not null,
  kind text not null,
  item text not null,
  n integer not null,
  constraint roll_month_ending_pkey PRIMARY KEY (month, ending, kind, item),
  constraint roll_month_ending_ending_check CHECK ((ending = ANY (ARRAY['waiting'::text, 'open'::text, 'helped'::text, 'resolved'::text, 'unresolved'::text, 'declined'::text, 'noCapacity'::text, 'noFunds'::text, 'expired'::text, 'forwarded'::text, 'recalled'::text]))),
  constraint roll_month_ending_kind_check CHECK ((kind = ANY (ARRAY['need'::text, 'county'::text, 'countyNeed'::text, 'countyZip'::text, 'answer'::text, 'statusClass'::text])))
);

create table roll_month_organization (
  month date not null,
  organization_id uuid not null,
  side text not null,
  sent integer not null,
  seen integer not null,
  answered integer not null,
  accepted integer not null,
  followed integer not null,
  loop_closed integer not null,
  got_help integer not null,
  no_capacity integer not null,
  constraint roll_month_organization_pkey PRIMARY KEY (month, side, organization_id),
  constraint roll_month_organization_side_check CHECK ((side = ANY (ARRAY['incoming'::text, 'outgoing'::text])))
);
-- response-times

create table response_promise (
  organization_id uuid not null,
  view_hours smallint not null,
  answer_hours smallint not null,
  contact_hours smallint not null,
  escalate_to_id uuid,
  changed_by uuid,
  changed_on timestamp(3) with time zone not null default now(),
  version integer not null default 1,
  constraint response_promise_pkey PRIMARY KEY (organization_id),
  constraint response_promise_answer_hours_check CHECK (((answer_hours >= 1) AND (answer_hours <= 720))),
  constraint response_promise_check CHECK ((answer_hours >= view_hours)),
  constraint response_promise_contact_hours_check CHECK (((contact_hours >= 1) AND (contact_hours <= 720))),
  constraint response_promise_version_check CHECK ((version > 0)),
  constraint response_promise_view_hours_check CHECK (((view_hours >= 1) AND (view_hours <= 720))),
  constraint response_promise_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint response_promise_escalate_to_id_fkey FOREIGN KEY (escalate_to_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint response_promise_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
CREATE INDEX response_promise_changed_by ON response_promise USING btree (changed_by) WHERE (changed_by IS NOT NULL);
CREATE INDEX response_promise_escalate_to ON response_promise USING btree (escalate_to_id) WHERE (escalate_to_id IS NOT NULL);
-- safe-contact

create table safe_contact (
  contact_id uuid not null,
  do_not_contact boolean not null default false,
  phones jsonb not null default '[]'::jsonb,
  email text,
  may_email boolean not null default false,
  may_mail boolean not null default false,
  hours jsonb not null default '[]'::jsonb,
  time_zone text not null,
  hours_note text,
  is_discreet boolean not null default false,
  avoid text,
  ask_for text,
  preferred_way text,
  version integer not null default 1,
  changed_by uuid,
  changed_on timestamp(3) with time zone not null default now(),
  wants_notices boolean not null default false,
  constraint safe_contact_pkey PRIMARY KEY (contact_id),
  constraint safe_contact_preferred_way_check CHECK ((preferred_way = ANY (ARRAY['call'::text, 'text'::text, 'email'::text, 'mail'::text]))),
  constraint safe_contact_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint safe_contact_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contact(id) ON DELETE CASCADE
);
CREATE INDEX safe_contact_changed_by ON safe_contact USING btree (changed_by) WHERE (changed_by IS NOT NULL);
-- scheduled-reports

create table report_run (
  id uuid not null default gen_random_uuid(),
  schedule_id uuid,
  account_id uuid not null,
  organization_id uuid,
  report text not null,
  due_on date not null,
  as_of timestamp(3) with time zone not null default now(),
  result jsonb not null,
  filters jsonb not null,
  constraint report_run_pkey PRIMARY KEY (id),
  constraint report_run_schedule_id_due_on_key UNIQUE (schedule_id, due_on),
  constraint report_run_report_check CHECK ((report = ANY (ARRAY['unmet-needs'::text, 'organization'::text, 'network'::text]))),
  constraint report_run_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint report_run_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE,
  constraint report_run_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES report_schedule(id) ON DELETE SET NULL
);
CREATE INDEX report_run_account ON report_run USING btree (account_id, as_of DESC);
CREATE INDEX report_run_as_of ON report_run USING btree (as_of);
CREATE INDEX report_run_organization ON report_run USING btree (organization_id);

create table report_schedule (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  report text not null,
  filters jsonb not null,
  cadence text not null,
  next_on date not null,
  created_on timestamp(3) with time zone not null default now(),
  constraint report_schedule_pkey PRIMARY KEY (id),
  constraint report_schedule_account_id_report_filters_cadence_key UNIQUE (account_id, report, filters, cadence),
  constraint report_schedule_cadence_check CHECK ((cadence = ANY (ARRAY['weekly'::text, 'monthly'::text, 'quarterly'::text]))),
  constraint report_schedule_report_check CHECK ((report = ANY (ARRAY['unmet-needs'::text, 'organization'::text, 'network'::text]))),
  constraint report_schedule_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX report_schedule_next ON report_schedule USING btree (next_on);
-- search-counts

create table rare_search (
  words_code text not null,
  seeker_code text not null,
  group_code text not null,
  day date not null,
  constraint rare_search_pkey PRIMARY KEY (words_code, seeker_code)
);
CREATE INDEX rare_search_day ON rare_search USING btree (day);

create table search_attempt (
  id uuid not null,
  day date not null,
  words text,
  category_id uuid,
  zip_area text,
  outcome text not null,
  is_opened boolean not null default false,
  seen_on timestamp with time zone not null default now(),
  constraint search_attempt_pkey PRIMARY KEY (id),
  constraint search_attempt_outcome_check CHECK ((outcome = ANY (ARRAY['nothing'::text, 'relaxed'::text, 'found'::text])))
);
CREATE INDEX search_attempt_seen ON search_attempt USING btree (seen_on);

create table search_miss (
  day date not null,
  words text,
  category_id uuid,
  zip_area text,
  nothing integer not null default 0,
  relaxed integer not null default 0,
  abandoned integer not null default 0,
  constraint search_miss_day_words_category_id_zip_area_key UNIQUE NULLS NOT DISTINCT (day, words, category_id, zip_area),
  constraint search_miss_zip_area_check CHECK ((zip_area ~ '^\d{3}$'::text))
);
-- service-lists

create table service_list (
  id uuid not null default gen_random_uuid(),
  organization_id uuid not null,
  account_id uuid not null,
  contact_id uuid,
  language text not null default 'en'::text,
  is_current boolean not null default true,
  version integer not null default 1,
  created_on timestamp(3) with time zone not null default now(),
  changed_on timestamp(3) with time zone not null default now(),
  constraint service_list_pkey PRIMARY KEY (id),
  constraint service_list_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint service_list_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint service_list_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contact(id) ON DELETE SET NULL,
  constraint service_list_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE
);
CREATE INDEX service_list_contact ON service_list USING btree (contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX service_list_mine ON service_list USING btree (account_id, created_on, id);
CREATE UNIQUE INDEX service_list_current ON service_list USING btree (account_id, organization_id) WHERE is_current;
CREATE TRIGGER follow_merged BEFORE INSERT OR UPDATE OF contact_id ON service_list FOR EACH ROW EXECUTE FUNCTION follow_merged_person();

create table service_list_answer (
  id uuid not null default gen_random_uuid(),
  link_id uuid not null,
  service_id uuid not null,
  kind text not null,
  topic text,
  words text,
  answered_on timestamp(3) with time zone not null default now(),
  constraint service_list_answer_pkey PRIMARY KEY (id),
  constraint service_list_answer_link_id_service_id_kind_topic_key UNIQUE NULLS NOT DISTINCT (link_id, service_id, kind, topic),
  constraint service_list_answer_check CHECK (((topic IS NULL) = (kind <> 'wrong'::text))),
  constraint service_list_answer_kind_check CHECK ((kind = ANY (ARRAY['helped'::text, 'wrong'::text]))),
  constraint service_list_answer_topic_check CHECK ((topic = ANY (ARRAY['hours'::text, 'phone'::text, 'address'::text, 'eligibility'::text, 'application'::text, 'closed'::text, 'other'::text]))),
  constraint service_list_answer_link_id_fkey FOREIGN KEY (link_id) REFERENCES service_list_link(id) ON DELETE CASCADE,
  constraint service_list_answer_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE
);
CREATE INDEX service_list_answer_service ON service_list_answer USING btree (service_id);

create table service_list_entry (
  list_id uuid not null,
  service_id uuid not null,
  "position" integer not null,
  note text,
  constraint service_list_entry_pkey PRIMARY KEY (list_id, service_id),
  constraint service_list_entry_list_id_fkey FOREIGN KEY (list_id) REFERENCES service_list(id) ON DELETE CASCADE,
  constraint service_list_entry_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE
);
CREATE INDEX service_list_entry_service ON service_list_entry USING btree (service_id);

create table service_list_link (
  id uuid not null default gen_random_uuid(),
  list_id uuid not null,
  token_hash text not null,
  channel text not null,
  created_by uuid,
  created_on timestamp(3) with time zone not null default now(),
  expires_on timestamp(3) with time zone not null,
  withdrawn_on timestamp(3) with time zone,
  constraint service_list_link_pkey PRIMARY KEY (id),
  constraint service_list_link_token_hash_key UNIQUE (token_hash),
  constraint service_list_link_channel_check CHECK ((channel = ANY (ARRAY['copy'::text, 'email'::text, 'sms'::text]))),
  constraint service_list_link_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint service_list_link_list_id_fkey FOREIGN KEY (list_id) REFERENCES service_list(id) ON DELETE CASCADE
);
CREATE INDEX service_list_link_expired ON service_list_link USING btree (expires_on);
CREATE INDEX service_list_link_list ON service_list_link USING btree (list_id);
-- service-map

create table map_cell (
  level integer not null,
  x integer not null,
  y integer not null,
  n integer not null,
  sx bigint not null,
  sy bigint not null,
  term_id uuid not null,
  constraint map_cell_pkey PRIMARY KEY (term_id, level, x, y)
);

create table map_cell_change (
  id bigint not null generated always as identity,
  qx integer not null,
  qy integer not null,
  delta integer not null,
  term_ids uuid[] not null,
  constraint map_cell_change_pkey PRIMARY KEY (id)
);
-- services

create table accessibility (
  id uuid not null default gen_random_uuid(),
  location_id uuid not null,
  description text not null,
  details text,
  url text,
  source_name text,
  source_key text,
  constraint accessibility_pkey PRIMARY KEY (id),
  constraint accessibility_source_name_source_key_key UNIQUE (source_name, source_key),
  constraint accessibility_location_id_fkey FOREIGN KEY (location_id) REFERENCES location(id) ON DELETE CASCADE
);
CREATE INDEX accessibility_location ON accessibility USING btree (location_id);
CREATE TRIGGER import_delete AFTER DELETE ON accessibility REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_insert AFTER INSERT ON accessibility REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_update AFTER UPDATE ON accessibility REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER modified_delete AFTER DELETE ON accessibility REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_insert AFTER INSERT ON accessibility REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_update AFTER UPDATE ON accessibility REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_update_from AFTER UPDATE ON accessibility REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();

create table address (
  id uuid not null default gen_random_uuid(),
  location_id uuid not null,
  attention text,
  address_1 text,
  address_2 text,
  city text,
  region text,
  state_province text,
  postal_code text,
  country text not null default 'US'::text,
  address_type text not null default 'physical'::text,
  source_name text,
  source_key text,
  constraint address_pkey PRIMARY KEY (id),
  constraint address_source_name_source_key_key UNIQUE (source_name, source_key),
  constraint address_address_type_check CHECK ((address_type = ANY (ARRAY['physical'::text, 'postal'::text, 'virtual'::text]))),
  constraint address_location_id_fkey FOREIGN KEY (location_id) REFERENCES location(id) ON DELETE CASCADE
);
CREATE INDEX address_location ON address USING btree (location_id);
CREATE TRIGGER import_delete AFTER DELETE ON address REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_insert AFTER INSERT ON address REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_update AFTER UPDATE ON address REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER modified_delete AFTER DELETE ON address REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_insert AFTER INSERT ON address REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_update AFTER UPDATE ON address REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_update_from AFTER UPDATE ON address REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER reach_delete AFTER DELETE ON address REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_address_changed();
CREATE TRIGGER reach_insert AFTER INSERT ON address REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_address_changed();
CREATE TRIGGER reach_update AFTER UPDATE ON address REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_address_updated();
CREATE TRIGGER wide_area_delete AFTER DELETE ON address REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION wide_area_of_addresses();
CREATE TRIGGER wide_area_insert AFTER INSERT ON address REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION wide_area_of_addresses();
CREATE TRIGGER wide_area_update AFTER UPDATE ON address REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION wide_area_of_addresses();

create table area_to_read (
  service_id uuid not null,
  constraint area_to_read_pkey PRIMARY KEY (service_id),
  constraint area_to_read_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE
);

create table attribute (
  id uuid not null default gen_random_uuid(),
  service_id uuid not null,
  taxonomy_term_id uuid not null,
  link_type text,
  value text,
  label text,
  source_name text,
  source_key text,
  stated_by text not null default 'source'::text,
  because text,
  constraint attribute_pkey PRIMARY KEY (id),
  constraint attribute_source_name_source_key_key UNIQUE (source_name, source_key),
  constraint attribute_stated_by_check CHECK ((stated_by = ANY (ARRAY['source'::text, 'guess'::text, 'person'::text]))),
  constraint attribute_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE,
  constraint attribute_taxonomy_term_id_fkey FOREIGN KEY (taxonomy_term_id) REFERENCES taxonomy_term(id) ON DELETE CASCADE
);
CREATE INDEX attribute_guess ON attribute USING btree (service_id) WHERE (stated_by = 'guess'::text);
CREATE INDEX attribute_service ON attribute USING btree (service_id);
CREATE INDEX attribute_term ON attribute USING btree (taxonomy_term_id);
CREATE TRIGGER import_delete AFTER DELETE ON attribute REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_insert AFTER INSERT ON attribute REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_update AFTER UPDATE ON attribute REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER modified_delete AFTER DELETE ON attribute REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_insert AFTER INSERT ON attribute REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_update AFTER UPDATE ON attribute REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_update_from AFTER UPDATE ON attribute REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER search_delete AFTER DELETE ON attribute REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_row_changed();
CREATE TRIGGER search_insert AFTER INSERT ON attribute REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_row_changed();
CREATE TRIGGER search_update AFTER UPDATE ON attribute REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_row_changed();

create table cost_option (
  id uuid not null default gen_random_uuid(),
  service_id uuid not null,
  valid_from date,
  valid_to date,
  option text,
  currency text,
  amount numeric,
  amount_description text,
  source_name text,
  source_key text,
  constraint cost_option_pkey PRIMARY KEY (id),
  constraint cost_option_source_name_source_key_key UNIQUE (source_name, source_key),
  constraint cost_option_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE
);
CREATE INDEX cost_option_service ON cost_option USING btree (service_id);
CREATE TRIGGER import_delete AFTER DELETE ON cost_option REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_insert AFTER INSERT ON cost_option REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_update AFTER UPDATE ON cost_option REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER modified_delete AFTER DELETE ON cost_option REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_insert AFTER INSERT ON cost_option REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_update AFTER UPDATE ON cost_option REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_update_from AFTER UPDATE ON cost_option REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER search_delete AFTER DELETE ON cost_option REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_row_changed();
CREATE TRIGGER search_insert AFTER INSERT ON cost_option REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_row_changed();
CREATE TRIGGER search_update AFTER UPDATE ON cost_option REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_row_changed();

create table directory_contact (
  id uuid not null default gen_random_uuid(),
  organization_id uuid,
  service_id uuid,
  service_at_location_id uuid,
  location_id uuid,
  name text,
  title text,
  department text,
  email text,
  source_name text,
  source_key text,
  source_organization_id uuid,
  constraint directory_contact_pkey PRIMARY KEY (id),
  constraint directory_contact_source_name_source_key_key UNIQUE (source_name, source_key),
  constraint directory_contact_location_id_fkey FOREIGN KEY (location_id) REFERENCES location(id) ON DELETE CASCADE,
  constraint directory_contact_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE,
  constraint directory_contact_service_at_location_id_fkey FOREIGN KEY (service_at_location_id) REFERENCES service_at_location(id) ON DELETE CASCADE,
  constraint directory_contact_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE,
  constraint directory_contact_source_organization_id_fkey FOREIGN KEY (source_organization_id) REFERENCES organization(id) ON DELETE SET NULL
);
CREATE INDEX directory_contact_at_location ON directory_contact USING btree (service_at_location_id) WHERE (service_at_location_id IS NOT NULL);
CREATE INDEX directory_contact_location ON directory_contact USING btree (location_id) WHERE (location_id IS NOT NULL);
CREATE INDEX directory_contact_organization ON directory_contact USING btree (organization_id) WHERE (organization_id IS NOT NULL);
CREATE INDEX directory_contact_service ON directory_contact USING btree (service_id) WHERE (service_id IS NOT NULL);
CREATE INDEX directory_contact_source_organization ON directory_contact USING btree (source_organization_id) WHERE (source_organization_id IS NOT NULL);
CREATE TRIGGER follow_merged BEFORE INSERT OR UPDATE OF organization_id ON directory_contact FOR EACH ROW WHEN ((new.organization_id IS NOT NULL)) EXECUTE FUNCTION follow_merged_organization();
CREATE TRIGGER import_delete AFTER DELETE ON directory_contact REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_insert AFTER INSERT ON directory_contact REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_update AFTER UPDATE ON directory_contact REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER modified_delete AFTER DELETE ON directory_contact REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_insert AFTER INSERT ON directory_contact REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_update AFTER UPDATE ON directory_contact REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_update_from AFTER UPDATE ON directory_contact REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();

create table directory_source (
  name text not null,
  default_area text[] not null default '{}'::text[],
  constraint directory_source_pkey PRIMARY KEY (name)
);

create table former_place (
  service_id uuid not null,
  location_id uuid not null,
  removed_on timestamp(3) with time zone not null default now(),
  parts jsonb not null,
  constraint former_place_pkey PRIMARY KEY (service_id, location_id),
  constraint former_place_location_id_fkey FOREIGN KEY (location_id) REFERENCES location(id) ON DELETE CASCADE,
  constraint former_place_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE
);
CREATE INDEX former_place_location ON former_place USING btree (location_id);

create table hours_kind (
  id bigint not null,
  rules jsonb not null,
  time_zone text,
  known_from timestamp with time zone,
  known_until timestamp with time zone,
  open_at tstzmultirange,
  constraint hours_kind_pkey PRIMARY KEY (id)
);

create table import_change (
  id bigint not null generated always as identity,
  run_id uuid not null,
  source_name text not null,
  entity text not null,
  act text not null,
  ids uuid[] not null,
  records jsonb,
  changed_on timestamp(3) with time zone not null default now(),
  undone integer,
  kept integer,
  constraint import_change_pkey PRIMARY KEY (id),
  constraint import_change_act_check CHECK ((act = ANY (ARRAY['insert'::text, 'update'::text, 'delete'::text])))
);
CREATE INDEX import_change_old ON import_change USING btree (changed_on);
CREATE INDEX import_change_run ON import_change USING btree (run_id, id);
CREATE INDEX import_change_source ON import_change USING btree (source_name);

create table language (
  id uuid not null default gen_random_uuid(),
  service_id uuid,
  location_id uuid,
  phone_id uuid,
  name text not null,
  code text,
  note text,
  source_name text,
  source_key text,
  constraint language_pkey PRIMARY KEY (id),
  constraint language_source_name_source_key_key UNIQUE (source_name, source_key),
  constraint language_location_id_fkey FOREIGN KEY (location_id) REFERENCES location(id) ON DELETE CASCADE,
  constraint language_phone_id_fkey FOREIGN KEY (phone_id) REFERENCES phone(id) ON DELETE CASCADE,
  constraint language_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE
);
CREATE INDEX language_location ON language USING btree (location_id) WHERE (location_id IS NOT NULL);
CREATE INDEX language_phone ON language USING btree (phone_id) WHERE (phone_id IS NOT NULL);
CREATE INDEX language_service ON language USING btree (service_id) WHERE (service_id IS NOT NULL);
CREATE TRIGGER import_delete AFTER DELETE ON language REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_insert AFTER INSERT ON language REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_update AFTER UPDATE ON language REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER modified_delete AFTER DELETE ON language REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_insert AFTER INSERT ON language REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_update AFTER UPDATE ON language REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_update_from AFTER UPDATE ON language REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER search_delete AFTER DELETE ON language REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_row_changed();
CREATE TRIGGER search_insert AFTER INSERT ON language REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_row_changed();
CREATE TRIGGER search_update AFTER UPDATE ON language REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_row_changed();

create table listed_change (
  list text not null,
  prefix text not null,
  records integer not null,
  constraint listed_change_list_check CHECK ((list = ANY (ARRAY['services'::text, 'service_at_locations'::text])))
);
CREATE INDEX listed_change_list ON listed_change USING btree (list, prefix) INCLUDE (records);

create table location (
  id uuid not null default gen_random_uuid(),
  organization_id uuid,
  location_type text not null default 'physical'::text,
  name text,
  alternate_name text,
  description text,
  transportation text,
  url text,
  latitude double precision,
  longitude double precision,
  zip_latitude double precision,
  zip_longitude double precision,
  external_identifier text,
  external_identifier_type text,
  source_name text,
  source_key text,
  edited_on timestamp with time zone,
  created_on timestamp with time zone not null default now(),
  changed_on timestamp with time zone not null default now(),
  version integer not null default 1,
  doubted_latitude double precision,
  doubted_longitude double precision,
  is_confidential boolean not null default false,
  area_key text,
  area_latitude double precision,
  area_longitude double precision,
  shown_latitude double precision generated always as (
CASE
    WHEN is_confidential THEN area_latitude
    ELSE COALESCE(latitude, zip_latitude)
END) stored,
  shown_longitude double precision generated always as (
CASE
    WHEN is_confidential THEN area_longitude
    ELSE COALESCE(longitude, zip_longitude)
END) stored,
  removed_from uuid,
  removed_on timestamp(3) with time zone,
  source_organization_id uuid,
  merged_into uuid,
  constraint location_pkey PRIMARY KEY (id),
  constraint location_source_name_source_key_key UNIQUE (source_name, source_key),
  constraint location_check CHECK (((removed_from IS NULL) = (removed_on IS NULL))),
  constraint location_check1 CHECK (((removed_from IS NULL) OR (organization_id IS NULL))),
  constraint location_check2 CHECK ((merged_into <> id)),
  constraint location_check3 CHECK (((merged_into IS NULL) OR (organization_id IS NULL))),
  constraint location_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint location_location_type_check CHECK ((location_type = ANY (ARRAY['physical'::text, 'postal'::text, 'virtual'::text]))),
  constraint location_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint location_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES location(id) ON DELETE SET NULL,
  constraint location_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE,
  constraint location_removed_from_fkey FOREIGN KEY (removed_from) REFERENCES organization(id) ON DELETE CASCADE,
  constraint location_source_organization_id_fkey FOREIGN KEY (source_organization_id) REFERENCES organization(id) ON DELETE SET NULL
);
CREATE INDEX location_merged ON location USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX location_organization ON location USING btree (organization_id, id);
CREATE INDEX location_point ON location USING gist (place_point(shown_latitude, shown_longitude));
CREATE INDEX location_removed ON location USING btree (removed_from) WHERE (removed_from IS NOT NULL);
CREATE INDEX location_source_organization ON location USING btree (source_organization_id) WHERE (source_organization_id IS NOT NULL);
CREATE TRIGGER follow_merged BEFORE INSERT OR UPDATE OF organization_id ON location FOR EACH ROW WHEN ((new.organization_id IS NOT NULL)) EXECUTE FUNCTION follow_merged_organization();
CREATE TRIGGER import_delete AFTER DELETE ON location REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_insert AFTER INSERT ON location REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_update AFTER UPDATE ON location REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER keep_merged BEFORE INSERT ON location FOR EACH ROW EXECUTE FUNCTION keep_merged_place();
CREATE TRIGGER modified_insert AFTER INSERT ON location REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified('location');
CREATE TRIGGER modified_update AFTER UPDATE ON location REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified('location');
CREATE TRIGGER points_insert AFTER INSERT ON location REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION points_location_inserted();
CREATE TRIGGER points_update AFTER UPDATE ON location REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION points_location_updated();
CREATE TRIGGER reach_delete AFTER DELETE ON location REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_location_changed();
CREATE TRIGGER reach_insert AFTER INSERT ON location REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_location_changed();
CREATE TRIGGER reach_update AFTER UPDATE ON location REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_location_changed();
CREATE TRIGGER search_update AFTER UPDATE ON location REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_place_changed();
CREATE TRIGGER wide_area_insert BEFORE INSERT ON location FOR EACH ROW WHEN (new.is_confidential) EXECUTE FUNCTION set_wide_area();
CREATE TRIGGER wide_area_update BEFORE UPDATE ON location FOR EACH ROW WHEN ((new.is_confidential OR old.is_confidential)) EXECUTE FUNCTION set_wide_area();

create table phone (
  id uuid not null default gen_random_uuid(),
  location_id uuid,
  service_id uuid,
  organization_id uuid,
  service_at_location_id uuid,
  contact_id uuid,
  number text not null,
  extension text,
  type text not null default 'voice'::text,
  description text,
  source_name text,
  source_key text,
  constraint phone_pkey PRIMARY KEY (id),
  constraint phone_source_name_source_key_key UNIQUE (source_name, source_key),
  constraint phone_type_check CHECK ((type = ANY (ARRAY['voice'::text, 'fax'::text, 'text'::text, 'cell'::text, 'video'::text, 'pager'::text, 'textphone'::text]))),
  constraint phone_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES directory_contact(id) ON DELETE CASCADE,
  constraint phone_location_id_fkey FOREIGN KEY (location_id) REFERENCES location(id) ON DELETE CASCADE,
  constraint phone_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE,
  constraint phone_service_at_location_id_fkey FOREIGN KEY (service_at_location_id) REFERENCES service_at_location(id) ON DELETE CASCADE,
  constraint phone_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE
);
CREATE INDEX phone_at_location ON phone USING btree (service_at_location_id) WHERE (service_at_location_id IS NOT NULL);
CREATE INDEX phone_contact ON phone USING btree (contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX phone_location ON phone USING btree (location_id) WHERE (location_id IS NOT NULL);
CREATE INDEX phone_organization ON phone USING btree (organization_id) WHERE (organization_id IS NOT NULL);
CREATE INDEX phone_service ON phone USING btree (service_id) WHERE (service_id IS NOT NULL);
CREATE TRIGGER import_delete AFTER DELETE ON phone REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_insert AFTER INSERT ON phone REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_update AFTER UPDATE ON phone REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER modified_delete AFTER DELETE ON phone REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_insert AFTER INSERT ON phone REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_update AFTER UPDATE ON phone REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_update_from AFTER UPDATE ON phone REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();

create table program (
  id uuid not null default gen_random_uuid(),
  organization_id uuid not null,
  name text not null,
  alternate_name text,
  description text,
  source_name text,
  source_key text,
  source_organization_id uuid,
  removed_on timestamp with time zone,
  constraint program_pkey PRIMARY KEY (id),
  constraint program_source_name_source_key_key UNIQUE (source_name, source_key),
  constraint program_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE,
  constraint program_source_organization_id_fkey FOREIGN KEY (source_organization_id) REFERENCES organization(id) ON DELETE SET NULL
);
CREATE INDEX program_organization ON program USING btree (organization_id);
CREATE INDEX program_source_organization ON program USING btree (source_organization_id) WHERE (source_organization_id IS NOT NULL);
CREATE TRIGGER follow_merged BEFORE INSERT OR UPDATE OF organization_id ON program FOR EACH ROW WHEN ((new.organization_id IS NOT NULL)) EXECUTE FUNCTION follow_merged_organization();
CREATE TRIGGER import_delete AFTER DELETE ON program REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_insert AFTER INSERT ON program REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_update AFTER UPDATE ON program REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER service_modified AFTER UPDATE ON program REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION service_program_modified();

create table required_document (
  id uuid not null default gen_random_uuid(),
  service_id uuid not null,
  document text not null,
  uri text,
  source_name text,
  source_key text,
  constraint required_document_pkey PRIMARY KEY (id),
  constraint required_document_source_name_source_key_key UNIQUE (source_name, source_key),
  constraint required_document_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE
);
CREATE INDEX required_document_service ON required_document USING btree (service_id);
CREATE TRIGGER import_delete AFTER DELETE ON required_document REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_insert AFTER INSERT ON required_document REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_update AFTER UPDATE ON required_document REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER modified_delete AFTER DELETE ON required_document REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_insert AFTER INSERT ON required_document REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_update AFTER UPDATE ON required_document REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_update_from AFTER UPDATE ON required_document REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();

create table schedule (
  id uuid not null default gen_random_uuid(),
  service_id uuid,
  location_id uuid,
  service_at_location_id uuid,
  valid_from date,
  valid_to date,
  dtstart date,
  timezone numeric,
  until date,
  count integer,
  wkst text,
  freq text,
  "interval" integer,
  byday text,
  byweekno text,
  bymonthday text,
  byyearday text,
  description text,
  opens_at time without time zone,
  closes_at time without time zone,
  schedule_link text,
  attending_type text,
  notes text,
  is_holiday boolean not null default false,
  is_yearly boolean not null default false,
  source_name text,
  source_key text,
  by_appointment boolean not null default false,
  is_understood boolean not null default true,
  source_location_id uuid,
  constraint schedule_pkey PRIMARY KEY (id),
  constraint schedule_source_name_source_key_key UNIQUE (source_name, source_key),
  constraint schedule_freq_check CHECK ((freq = ANY (ARRAY['WEEKLY'::text, 'MONTHLY'::text]))),
  constraint schedule_interval_check CHECK (("interval" > 0)),
  constraint schedule_wkst_check CHECK ((wkst = ANY (ARRAY['MO'::text, 'TU'::text, 'WE'::text, 'TH'::text, 'FR'::text, 'SA'::text, 'SU'::text]))),
  constraint schedule_location_id_fkey FOREIGN KEY (location_id) REFERENCES location(id) ON DELETE CASCADE,
  constraint schedule_service_at_location_id_fkey FOREIGN KEY (service_at_location_id) REFERENCES service_at_location(id) ON DELETE CASCADE,
  constraint schedule_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE,
  constraint schedule_source_location_id_fkey FOREIGN KEY (source_location_id) REFERENCES location(id) ON DELETE SET NULL
);
CREATE INDEX schedule_at_location ON schedule USING btree (service_at_location_id) WHERE (service_at_location_id IS NOT NULL);
CREATE INDEX schedule_location ON schedule USING btree (location_id) WHERE (location_id IS NOT NULL);
CREATE INDEX schedule_service ON schedule USING btree (service_id) WHERE (service_id IS NOT NULL);
CREATE INDEX schedule_source_location ON schedule USING btree (source_location_id) WHERE (source_location_id IS NOT NULL);
CREATE TRIGGER follow_merged BEFORE INSERT OR UPDATE OF location_id ON schedule FOR EACH ROW WHEN (((new.location_id IS NOT NULL) AND (new.service_id IS NOT NULL))) EXECUTE FUNCTION follow_merged_place();
CREATE TRIGGER import_delete AFTER DELETE ON schedule REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_insert AFTER INSERT ON schedule REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_update AFTER UPDATE ON schedule REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER modified_delete AFTER DELETE ON schedule REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_insert AFTER INSERT ON schedule REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_update AFTER UPDATE ON schedule REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_update_from AFTER UPDATE ON schedule REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER search_delete AFTER DELETE ON schedule REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_row_changed();
CREATE TRIGGER search_insert AFTER INSERT ON schedule REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_row_changed();
CREATE TRIGGER search_update AFTER UPDATE ON schedule REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_row_changed();
CREATE TRIGGER search_update_from AFTER UPDATE ON schedule REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_row_moved();

create table search_synonym (
  phrase text not null,
  meaning text not null,
  language text not null,
  taxonomy_term_id uuid,
  is_name boolean not null default false,
  stems text not null generated always as ((plainto_tsquery('directory'::regconfig, phrase))::text) stored,
  constraint search_synonym_pkey PRIMARY KEY (meaning, language, phrase),
  constraint search_synonym_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint search_synonym_taxonomy_term_id_fkey FOREIGN KEY (taxonomy_term_id) REFERENCES taxonomy_term(id)
);
CREATE INDEX search_synonym_category ON search_synonym USING btree (taxonomy_term_id);
CREATE INDEX search_synonym_meaning ON search_synonym USING btree (meaning);

create table search_word (
  word text not null
);
CREATE INDEX search_word_trigram ON search_word USING gin (word gin_trgm_ops);
CREATE INDEX search_word_word ON search_word USING btree (word);

create table service (
  id uuid not null default gen_random_uuid(),
  organization_id uuid not null,
  program_id uuid,
  name text not null,
  alternate_name text,
  description text,
  url text,
  email text,
  status text default 'active'::text,
  interpretation_services text,
  application_process text,
  fees_description text,
  wait_time text,
  accreditations text,
  licenses text,
  eligibility_description text,
  minimum_age numeric,
  maximum_age numeric,
  alert text,
  keywords text,
  assured_date date,
  assurer_email text,
  last_modified timestamp with time zone,
  source_name text,
  source_key text,
  edited_on timestamp with time zone,
  created_on timestamp with time zone not null default now(),
  changed_on timestamp with time zone not null default now(),
  version integer not null default 1,
  status_said text,
  intake_status text,
  intake_per_week integer,
  intake_wait_weeks integer,
  intake_until date,
  intake_stated_on date,
  intake_asked_on date,
  cost text,
  income jsonb,
  households text[],
  populations text[],
  papers text[],
  source_organization_id uuid,
  merged_into uuid,
  constraint service_pkey PRIMARY KEY (id),
  constraint service_source_name_source_key_key UNIQUE (source_name, source_key),
  constraint service_check CHECK (((intake_until IS NULL) = (intake_stated_on IS NULL))),
  constraint service_check1 CHECK ((merged_into <> id)),
  constraint service_cost_check CHECK ((cost = ANY (ARRAY['free'::text, 'sliding'::text, 'fee'::text]))),
  constraint service_intake_per_week_check CHECK ((intake_per_week > 0)),
  constraint service_intake_status_check CHECK ((intake_status = ANY (ARRAY['open'::text, 'limited'::text, 'waitlist'::text, 'paused'::text, 'closed'::text]))),
  constraint service_intake_wait_weeks_check CHECK ((intake_wait_weeks > 0)),
  constraint service_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'defunct'::text, 'temporarily closed'::text]))),
  constraint service_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES service(id) ON DELETE SET NULL,
  constraint service_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE,
  constraint service_program_id_fkey FOREIGN KEY (program_id) REFERENCES program(id) ON DELETE SET NULL,
  constraint service_source_organization_id_fkey FOREIGN KEY (source_organization_id) REFERENCES organization(id) ON DELETE SET NULL
);
CREATE INDEX service_intake_lapsing ON service USING btree (intake_until) WHERE ((intake_until IS NOT NULL) AND (intake_asked_on IS NULL));
CREATE INDEX service_merged ON service USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX service_organization ON service USING btree (organization_id, id);
CREATE INDEX service_program ON service USING btree (program_id) WHERE (program_id IS NOT NULL);
CREATE INDEX service_source_organization ON service USING btree (source_organization_id) WHERE (source_organization_id IS NOT NULL);
CREATE INDEX service_taking_people ON service USING btree (id, intake_until) WHERE (intake_status = ANY (ARRAY['open'::text, 'limited'::text, 'waitlist'::text]));
CREATE TRIGGER area_insert AFTER INSERT ON service FOR EACH ROW EXECUTE FUNCTION note_service_to_read();
CREATE TRIGGER area_update AFTER UPDATE OF name, description, eligibility_description ON service FOR EACH ROW WHEN ((((new.name IS DISTINCT FROM old.name) OR (new.description IS DISTINCT FROM old.description)) OR (new.eligibility_description IS DISTINCT FROM old.eligibility_description))) EXECUTE FUNCTION note_service_to_read();
CREATE TRIGGER carry_owner AFTER UPDATE OF organization_id ON service FOR EACH ROW WHEN ((new.organization_id <> old.organization_id)) EXECUTE FUNCTION carry_service_owner();
CREATE TRIGGER follow_merged BEFORE INSERT OR UPDATE OF organization_id ON service FOR EACH ROW WHEN ((new.organization_id IS NOT NULL)) EXECUTE FUNCTION follow_merged_organization();
CREATE TRIGGER import_delete AFTER DELETE ON service REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_insert AFTER INSERT ON service REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_update AFTER UPDATE ON service REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER modified_insert AFTER INSERT ON service REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified('service');
CREATE TRIGGER modified_update AFTER UPDATE ON service REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified('service');
CREATE TRIGGER reach_insert AFTER INSERT ON service REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_service_changed();
CREATE TRIGGER reach_update AFTER UPDATE ON service REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_service_moved();
CREATE TRIGGER search_insert AFTER INSERT ON service REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_service_changed();
CREATE TRIGGER search_update AFTER UPDATE ON service REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_service_updated();

create table service_area (
  id uuid not null default gen_random_uuid(),
  service_id uuid,
  service_at_location_id uuid,
  name text,
  description text,
  extent text,
  extent_type text,
  uri text,
  source_name text,
  source_key text,
  keys text[] not null default '{}'::text[],
  stated_by text not null default 'source'::text,
  because text,
  constraint service_area_pkey PRIMARY KEY (id),
  constraint service_area_source_name_source_key_key UNIQUE (source_name, source_key),
  constraint service_area_stated_by_check CHECK ((stated_by = ANY (ARRAY['source'::text, 'guess'::text, 'person'::text]))),
  constraint service_area_service_at_location_id_fkey FOREIGN KEY (service_at_location_id) REFERENCES service_at_location(id) ON DELETE CASCADE,
  constraint service_area_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE
);
CREATE INDEX service_area_at_location ON service_area USING btree (service_at_location_id) WHERE (service_at_location_id IS NOT NULL);
CREATE INDEX service_area_service ON service_area USING btree (service_id) WHERE (service_id IS NOT NULL);
CREATE TRIGGER area_insert AFTER INSERT ON service_area FOR EACH ROW WHEN ((new.stated_by = 'source'::text)) EXECUTE FUNCTION note_area_to_read();
CREATE TRIGGER area_update AFTER UPDATE OF name, extent, extent_type, uri ON service_area FOR EACH ROW WHEN (((new.stated_by = 'source'::text) AND ((((new.name IS DISTINCT FROM old.name) OR (new.extent IS DISTINCT FROM old.extent)) OR (new.extent_type IS DISTINCT FROM old.extent_type)) OR (new.uri IS DISTINCT FROM old.uri)))) EXECUTE FUNCTION note_area_to_read();
CREATE TRIGGER import_delete AFTER DELETE ON service_area REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_insert AFTER INSERT ON service_area REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_update AFTER UPDATE ON service_area REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER modified_delete AFTER DELETE ON service_area REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_insert AFTER INSERT ON service_area REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_update AFTER UPDATE ON service_area REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER modified_update_from AFTER UPDATE ON service_area REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified();
CREATE TRIGGER reach_delete AFTER DELETE ON service_area REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_part_changed();
CREATE TRIGGER reach_insert AFTER INSERT ON service_area REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_part_changed();
CREATE TRIGGER reach_update AFTER UPDATE ON service_area REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_part_changed();
CREATE TRIGGER reach_update_from AFTER UPDATE ON service_area REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_part_changed();

create table service_at_location (
  id uuid not null default gen_random_uuid(),
  service_id uuid not null,
  location_id uuid not null,
  description text,
  source_name text,
  source_key text,
  source_location_id uuid,
  constraint service_at_location_pkey PRIMARY KEY (id),
  constraint service_at_location_source_name_source_key_key UNIQUE (source_name, source_key),
  constraint service_at_location_location_id_fkey FOREIGN KEY (location_id) REFERENCES location(id) ON DELETE CASCADE,
  constraint service_at_location_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE,
  constraint service_at_location_source_location_id_fkey FOREIGN KEY (source_location_id) REFERENCES location(id) ON DELETE SET NULL
);
CREATE INDEX service_at_location_location ON service_at_location USING btree (location_id, service_id);
CREATE INDEX service_at_location_service ON service_at_location USING btree (service_id, location_id);
CREATE INDEX service_at_location_source_location ON service_at_location USING btree (source_location_id) WHERE (source_location_id IS NOT NULL);
CREATE TRIGGER follow_merged BEFORE INSERT OR UPDATE OF location_id ON service_at_location FOR EACH ROW EXECUTE FUNCTION follow_merged_place();
CREATE TRIGGER import_delete AFTER DELETE ON service_at_location REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_insert AFTER INSERT ON service_at_location REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_update AFTER UPDATE ON service_at_location REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER listed_delete BEFORE DELETE ON service_at_location FOR EACH ROW EXECUTE FUNCTION note_unlisted_place();
CREATE TRIGGER listed_insert AFTER INSERT ON service_at_location REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_listed_places();
CREATE TRIGGER listed_update AFTER UPDATE ON service_at_location REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION note_moved_places();
CREATE TRIGGER modified_delete AFTER DELETE ON service_at_location REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified('service_at_location');
CREATE TRIGGER modified_insert AFTER INSERT ON service_at_location REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified('service_at_location');
CREATE TRIGGER modified_update AFTER UPDATE ON service_at_location REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified('service_at_location');
CREATE TRIGGER modified_update_from AFTER UPDATE ON service_at_location REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION service_part_modified('service_at_location');
CREATE TRIGGER points_delete AFTER DELETE ON service_at_location REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION points_pair_changed();
CREATE TRIGGER points_insert AFTER INSERT ON service_at_location REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION points_pair_changed();
CREATE TRIGGER points_update AFTER UPDATE ON service_at_location REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION points_pair_changed();
CREATE TRIGGER points_update_from AFTER UPDATE ON service_at_location REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION points_pair_changed();
CREATE TRIGGER reach_delete AFTER DELETE ON service_at_location REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_part_changed();
CREATE TRIGGER reach_insert AFTER INSERT ON service_at_location REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_part_changed();
CREATE TRIGGER reach_update AFTER UPDATE ON service_at_location REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_part_changed();
CREATE TRIGGER reach_update_from AFTER UPDATE ON service_at_location REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_part_changed();
CREATE TRIGGER search_delete AFTER DELETE ON service_at_location REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_row_changed();
CREATE TRIGGER search_insert AFTER INSERT ON service_at_location REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_row_changed();
CREATE TRIGGER search_update AFTER UPDATE ON service_at_location REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_row_changed();
CREATE TRIGGER search_update_from AFTER UPDATE ON service_at_location REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_row_moved();

create table service_modification (
  service_id uuid not null,
  modified_on timestamp with time zone not null,
  constraint service_modification_pkey PRIMARY KEY (service_id),
  constraint service_modification_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE
);
CREATE INDEX service_modification_time ON service_modification USING btree (modified_on);

create table service_point (
  service_id uuid not null,
  location_id uuid not null,
  latitude double precision not null,
  longitude double precision not null,
  is_approximate boolean not null,
  qx integer not null generated always as (map_x(longitude)) stored,
  qy integer not null generated always as (map_y(latitude)) stored,
  term_ids uuid[] not null,
  hours_kind bigint not null,
  shown_terms uuid[] generated always as (
CASE
    WHEN (cardinality(term_ids) <= 100) THEN term_ids
    ELSE NULL::uuid[]
END) stored,
  constraint service_point_pkey PRIMARY KEY (service_id, location_id),
  constraint service_point_location_id_fkey FOREIGN KEY (location_id) REFERENCES location(id) ON DELETE CASCADE,
  constraint service_point_service_id_fkey FOREIGN KEY (service_id) REFERENCES service_search(service_id) ON DELETE CASCADE
);
CREATE INDEX service_point_cell ON service_point USING btree (qx, qy) INCLUDE (service_id, location_id, hours_kind, shown_terms);
CREATE INDEX service_point_location ON service_point USING btree (location_id);
CREATE TRIGGER map_cells_delete AFTER DELETE ON service_point REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION note_old_points();
CREATE TRIGGER map_cells_insert AFTER INSERT ON service_point REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION note_new_points();
CREATE TRIGGER map_cells_update AFTER UPDATE ON service_point REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_points();

create table service_reach (
  service_id uuid not null,
  organization_id uuid not null,
  area_keys text[] not null,
  area_basis text not null,
  is_placed boolean not null,
  time_zones text[] not null,
  cells text[] not null default '{}'::text[],
  own_points cube[] not null default '{}'::cube[],
  office_points cube[] not null default '{}'::cube[],
  constraint service_reach_pkey PRIMARY KEY (service_id),
  constraint service_reach_area_basis_check CHECK ((area_basis = ANY (ARRAY['said'::text, 'guess'::text, 'source'::text, 'none'::text]))),
  constraint service_reach_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE
);
CREATE INDEX service_reach_areas ON service_reach USING gin (area_keys);
CREATE INDEX service_reach_unplaced ON service_reach USING btree (organization_id, service_id) WHERE (NOT is_placed);
CREATE TRIGGER spots_insert AFTER INSERT ON service_reach REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_spots_changed();
CREATE TRIGGER spots_update AFTER UPDATE ON service_reach REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_spots_changed();

create table service_search (
  service_id uuid not null,
  organization_id uuid not null,
  sort_name text not null,
  document tsvector not null,
  term_ids uuid[] not null,
  languages text[] not null,
  minimum_age numeric,
  maximum_age numeric,
  is_free boolean not null,
  has_own_place boolean not null,
  confirmed_on date,
  spots text[] not null default '{}'::text[],
  hours_kind bigint not null,
  constraint service_search_pkey PRIMARY KEY (service_id),
  constraint service_search_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE
);
CREATE INDEX service_search_found ON service_search USING gin (document, spots, term_ids);
CREATE INDEX service_search_heading ON service_search USING gin (ts_filter(document, '{a,b}'::"char"[]));
CREATE INDEX service_search_hours ON service_search USING btree (hours_kind);
CREATE INDEX service_search_languages ON service_search USING gin (languages);
CREATE INDEX service_search_name ON service_search USING gin (ts_filter(document, '{a}'::"char"[]));
CREATE INDEX service_search_placeless ON service_search USING btree (organization_id, service_id) WHERE (NOT has_own_place);
CREATE INDEX service_search_sort ON service_search USING btree (sort_name, service_id);
CREATE INDEX service_search_terms ON service_search USING gin (term_ids);
CREATE TRIGGER confirmed_on BEFORE INSERT OR UPDATE ON service_search FOR EACH ROW EXECUTE FUNCTION note_confirmed_on();
CREATE TRIGGER count_new_terms AFTER INSERT ON service_search REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_new_terms();
CREATE TRIGGER count_old_terms AFTER DELETE ON service_search REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION count_old_terms();
CREATE TRIGGER count_terms AFTER UPDATE ON service_search REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_terms();
CREATE TRIGGER leave_out_merged BEFORE INSERT ON service_search FOR EACH ROW EXECUTE FUNCTION leave_out_merged_service();
CREATE TRIGGER listed_delete BEFORE DELETE ON service_search FOR EACH ROW EXECUTE FUNCTION note_unlisted_service();
CREATE TRIGGER listed_insert AFTER INSERT ON service_search REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_listed_services();
CREATE TRIGGER point_terms_update AFTER UPDATE ON service_search REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION point_terms_changed();
CREATE TRIGGER points_insert AFTER INSERT ON service_search REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION points_search_inserted();
CREATE TRIGGER points_update AFTER UPDATE ON service_search REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION points_search_updated();
CREATE TRIGGER spots BEFORE INSERT OR UPDATE ON service_search FOR EACH ROW EXECUTE FUNCTION note_spots();

create table service_search_stale (
  service_id uuid not null,
  constraint service_search_stale_pkey PRIMARY KEY (service_id)
);

create table taxonomy (
  id uuid not null default gen_random_uuid(),
  name text not null,
  description text,
  uri text,
  version text,
  source_name text,
  source_key text,
  constraint taxonomy_pkey PRIMARY KEY (id),
  constraint taxonomy_source_name_source_key_key UNIQUE (source_name, source_key)
);
CREATE TRIGGER import_delete AFTER DELETE ON taxonomy REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_insert AFTER INSERT ON taxonomy REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_update AFTER UPDATE ON taxonomy REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();

create table taxonomy_term (
  id uuid not null default gen_random_uuid(),
  taxonomy_id uuid,
  parent_id uuid,
  code text,
  former_code text,
  name text not null,
  description text,
  language text,
  term_uri text,
  path_ids uuid[] not null default '{}'::uuid[],
  source_name text,
  source_key text,
  name_es text,
  need text,
  retired_on timestamp with time zone,
  merged_into uuid,
  imported_name text,
  imported_parent_id uuid,
  version integer not null default 1,
  edited_on timestamp with time zone,
  constraint taxonomy_term_pkey PRIMARY KEY (id),
  constraint taxonomy_term_source_name_source_key_key UNIQUE (source_name, source_key),
  constraint taxonomy_term_check CHECK (((merged_into IS NULL) OR (retired_on IS NOT NULL))),
  constraint taxonomy_term_check1 CHECK ((merged_into <> id)),
  constraint taxonomy_term_need_check CHECK ((need = ANY (ARRAY['food-insecurity'::text, 'homelessness'::text, 'housing-instability'::text, 'inadequate-housing'::text, 'utility-insecurity'::text, 'transportation-insecurity'::text, 'financial-insecurity'::text, 'material-hardship'::text, 'employment-status'::text, 'educational-attainment'::text, 'health-insurance-coverage-status'::text, 'medical-cost-burden'::text, 'personal-health-literacy'::text, 'stress'::text, 'social-connection'::text, 'intimate-partner-violence'::text, 'elder-abuse'::text, 'digital-access'::text, 'digital-literacy'::text, 'language-access'::text, 'veteran-status'::text, 'incarceration-status'::text, 'immigration'::text, 'legal-help'::text, 'child-care'::text, 'disability'::text, 'diapers'::text, 'sdoh-category-unspecified'::text]))),
  constraint taxonomy_term_imported_parent_id_fkey FOREIGN KEY (imported_parent_id) REFERENCES taxonomy_term(id),
  constraint taxonomy_term_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES taxonomy_term(id),
  constraint taxonomy_term_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES taxonomy_term(id),
  constraint taxonomy_term_taxonomy_id_fkey FOREIGN KEY (taxonomy_id) REFERENCES taxonomy(id)
);
CREATE INDEX taxonomy_term_merged ON taxonomy_term USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX taxonomy_term_parent ON taxonomy_term USING btree (parent_id);
CREATE INDEX taxonomy_term_taxonomy ON taxonomy_term USING btree (taxonomy_id);
CREATE TRIGGER import_delete AFTER DELETE ON taxonomy_term REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_insert AFTER INSERT ON taxonomy_term REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER import_update AFTER UPDATE ON taxonomy_term REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT WHEN ((current_setting('hearthline.import_run'::text, true) <> ''::text)) EXECUTE FUNCTION note_import_change();
CREATE TRIGGER search_update AFTER UPDATE ON taxonomy_term REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION directory_term_changed();
CREATE TRIGGER service_modified AFTER UPDATE ON taxonomy_term REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION service_term_modified();
CREATE TRIGGER taxonomy_term_moved AFTER UPDATE OF parent_id ON taxonomy_term FOR EACH ROW WHEN ((old.path_ids IS DISTINCT FROM new.path_ids)) EXECUTE FUNCTION taxonomy_term_moved();
CREATE TRIGGER taxonomy_term_path BEFORE INSERT OR UPDATE OF parent_id ON taxonomy_term FOR EACH ROW EXECUTE FUNCTION taxonomy_term_path();

create table taxonomy_term_count (
  taxonomy_term_id uuid not null,
  service_count integer not null,
  constraint taxonomy_term_count_pkey PRIMARY KEY (taxonomy_term_id),
  constraint taxonomy_term_count_taxonomy_term_id_fkey FOREIGN KEY (taxonomy_term_id) REFERENCES taxonomy_term(id) ON DELETE CASCADE
);
-- shared-intakes

create table shared_intake (
  id uuid not null default gen_random_uuid(),
  referral_id uuid not null,
  contact_id uuid not null,
  intake_id uuid,
  title jsonb not null,
  completed_on timestamp(3) with time zone not null,
  answers jsonb not null,
  left_out integer not null default 0,
  shared_by uuid,
  shared_on timestamp(3) with time zone not null default now(),
  ended_on timestamp(3) with time zone,
  constraint shared_intake_pkey PRIMARY KEY (id),
  constraint shared_intake_referral_id_intake_id_key UNIQUE (referral_id, intake_id),
  constraint shared_intake_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contact(id) ON DELETE CASCADE,
  constraint shared_intake_intake_id_fkey FOREIGN KEY (intake_id) REFERENCES intake(id) ON DELETE SET NULL,
  constraint shared_intake_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(id) ON DELETE CASCADE,
  constraint shared_intake_shared_by_fkey FOREIGN KEY (shared_by) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX shared_intake_contact ON shared_intake USING btree (contact_id);
CREATE INDEX shared_intake_intake ON shared_intake USING btree (intake_id) WHERE (intake_id IS NOT NULL);
CREATE INDEX shared_intake_shared_by ON shared_intake USING btree (shared_by) WHERE (shared_by IS NOT NULL);
CREATE TRIGGER follow_merged BEFORE INSERT OR UPDATE OF contact_id ON shared_intake FOR EACH ROW EXECUTE FUNCTION follow_merged_person();
-- single-sign-on

create table sign_on_attempt (
  state_hash text not null,
  browser_hash text not null,
  purpose text not null,
  account_id uuid,
  return_path text,
  expires_on timestamp with time zone not null,
  constraint sign_on_attempt_pkey PRIMARY KEY (state_hash),
  constraint sign_on_attempt_purpose_check CHECK ((purpose = ANY (ARRAY['sign-in'::text, 'link'::text, 'confirm'::text]))),
  constraint sign_on_attempt_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table sign_on_identity (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  issuer text not null,
  subject text not null,
  label text,
  linked_on timestamp with time zone not null default now(),
  last_used_on timestamp with time zone,
  constraint sign_on_identity_pkey PRIMARY KEY (id),
  constraint sign_on_identity_issuer_subject_key UNIQUE (issuer, subject),
  constraint sign_on_identity_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX sign_on_identity_account ON sign_on_identity USING btree (account_id);

create table sign_on_pending (
  browser_hash text not null,
  issuer text not null,
  subject text not null,
  label text,
  expires_on timestamp with time zone not null,
  id_token_sealed text not null,
  constraint sign_on_pending_pkey PRIMARY KEY (browser_hash)
);

create table sign_on_visit (
  browser_hash text not null,
  account_id uuid not null,
  id_token_sealed text not null,
  expires_on timestamp with time zone not null,
  constraint sign_on_visit_pkey PRIMARY KEY (browser_hash),
  constraint sign_on_visit_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX sign_on_visit_account ON sign_on_visit USING btree (account_id);
-- suggestions

create table listing_suggestion (
  id uuid not null default gen_random_uuid(),
  service_id uuid not null,
  organization_id uuid not null,
  topic text not null,
  kind text,
  listing_id uuid,
  version integer,
  before jsonb,
  after jsonb,
  place_name text,
  proposed text,
  note text,
  suggested_by uuid,
  suggester_email text,
  suggester_language text not null default 'en'::text,
  suggested_on timestamp(3) with time zone not null default now(),
  state text not null default 'open'::text,
  reason text,
  decided_by uuid,
  decided_on timestamp(3) with time zone,
  source text not null default 'account'::text,
  constraint listing_suggestion_pkey PRIMARY KEY (id),
  constraint listing_suggestion_check CHECK ((((kind IS NULL) = (listing_id IS NULL)) AND ((kind IS NULL) = (version IS NULL)) AND ((kind IS NULL) = (before IS NULL)) AND ((kind IS NULL) = (after IS NULL)))),
  constraint listing_suggestion_kind_check CHECK ((kind = ANY (ARRAY['organization'::text, 'service'::text, 'location'::text]))),
  constraint listing_suggestion_source_check CHECK ((source = ANY (ARRAY['account'::text, 'shared-list'::text, 'public-page'::text]))),
  constraint listing_suggestion_state_check CHECK ((state = ANY (ARRAY['open'::text, 'accepted'::text, 'edited'::text, 'rejected'::text]))),
  constraint listing_suggestion_suggester_language_check CHECK ((suggester_language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint listing_suggestion_topic_check CHECK ((topic = ANY (ARRAY['hours'::text, 'phone'::text, 'contact'::text, 'address'::text, 'eligibility'::text, 'application'::text, 'closed'::text, 'other'::text]))),
  constraint listing_suggestion_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint listing_suggestion_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE,
  constraint listing_suggestion_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id) ON DELETE CASCADE,
  constraint listing_suggestion_suggested_by_fkey FOREIGN KEY (suggested_by) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX listing_suggestion_by ON listing_suggestion USING btree (suggested_by, suggested_on);
CREATE INDEX listing_suggestion_oldest ON listing_suggestion USING btree (suggested_on, id) WHERE (state = 'open'::text);
CREATE INDEX listing_suggestion_open ON listing_suggestion USING btree (organization_id, suggested_on, id) WHERE (state = 'open'::text);
CREATE INDEX listing_suggestion_public ON listing_suggestion USING btree (service_id, suggested_on) WHERE (source = 'public-page'::text);
CREATE INDEX listing_suggestion_service ON listing_suggestion USING btree (service_id);
-- team

create table account_change (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  kind text not null,
  old_value text,
  new_value text not null,
  code_hash text not null,
  asked_by uuid,
  expires_on timestamp with time zone not null,
  used_on timestamp with time zone,
  withdrawn_on timestamp with time zone,
  withdrawn_by uuid,
  created_on timestamp with time zone not null default now(),
  confirmed_on timestamp with time zone,
  approved_on timestamp with time zone,
  approval_hash text,
  notices smallint not null default 0,
  constraint account_change_pkey PRIMARY KEY (id),
  constraint account_change_approval_hash_key UNIQUE (approval_hash),
  constraint account_change_code_hash_key UNIQUE (code_hash),
  constraint account_change_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'phone'::text, 'factors'::text]))),
  constraint account_change_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint account_change_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint account_change_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX account_change_account ON account_change USING btree (account_id, created_on DESC);
CREATE INDEX account_change_waiting ON account_change USING btree (created_on) WHERE ((confirmed_on IS NOT NULL) AND (used_on IS NULL) AND (withdrawn_on IS NULL));
CREATE UNIQUE INDEX account_change_open ON account_change USING btree (account_id, kind) WHERE ((used_on IS NULL) AND (withdrawn_on IS NULL));

create table account_invitation (
  id uuid not null default gen_random_uuid(),
  code_hash text not null,
  organization_id uuid,
  email text not null,
  first_name text not null,
  last_name text not null,
  title text,
  roles text[] not null,
  language text not null,
  invited_by uuid,
  account_id uuid,
  expires_on timestamp with time zone not null,
  used_on timestamp with time zone,
  withdrawn_on timestamp with time zone,
  withdrawn_by uuid,
  created_on timestamp(3) with time zone not null default now(),
  constraint account_invitation_pkey PRIMARY KEY (id),
  constraint account_invitation_code_hash_key UNIQUE (code_hash),
  constraint account_invitation_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint account_invitation_roles_check CHECK ((cardinality(roles) > 0)),
  constraint account_invitation_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint account_invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint account_invitation_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint account_invitation_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX account_invitation_account ON account_invitation USING btree (account_id);
CREATE INDEX account_invitation_email ON account_invitation USING btree (email, created_on);
CREATE INDEX account_invitation_organization ON account_invitation USING btree (organization_id, created_on DESC, id);
-- ticket-measures

create table working_hours (
  only_row boolean not null default true,
  days smallint[] not null,
  opens_at text not null,
  closes_at text not null,
  time_zone text not null,
  keeps_federal_holidays boolean not null,
  holidays text[] not null,
  version integer not null default 1,
  changed_on timestamp(3) with time zone not null default now(),
  constraint working_hours_pkey PRIMARY KEY (only_row),
  constraint working_hours_check CHECK (((closes_at ~ '^([01]\d|2[0-3]):[0-5]\d$'::text) AND ((closes_at COLLATE "C") > (opens_at COLLATE "C")))),
  constraint working_hours_only_row_check CHECK (only_row),
  constraint working_hours_opens_at_check CHECK ((opens_at ~ '^([01]\d|2[0-3]):[0-5]\d$'::text))
);
-- tickets

create table help_desk_preference (
  account_id uuid not null,
  mails_of_answers boolean not null default true,
  constraint help_desk_preference_pkey PRIMARY KEY (account_id),
  constraint help_desk_preference_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table note_file (
  id uuid not null default gen_random_uuid(),
  note_id uuid not null,
  file_id uuid not null,
  created_by uuid not null,
  created_on timestamp(3) with time zone not null default now(),
  constraint note_file_pkey PRIMARY KEY (id),
  constraint note_file_file_id_key UNIQUE (file_id),
  constraint note_file_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint note_file_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id),
  constraint note_file_note_id_fkey FOREIGN KEY (note_id) REFERENCES support_request_note(id) ON DELETE CASCADE
);
CREATE INDEX note_file_holder ON note_file USING btree (note_id, created_on, id);
CREATE INDEX note_file_newest ON note_file USING btree (created_on DESC, id DESC);

create table support_request (
  id uuid not null default gen_random_uuid(),
  number bigint not null,
  ticket_number text not null generated always as (('HD-'::text || lpad((number)::text, GREATEST(6, length((number)::text)), '0'::text))) stored,
  created_on timestamp(3) with time zone not null,
  support_request_type text not null,
  status text not null default 'Open'::text,
  priority text not null,
  description text not null,
  cleared_cache text not null,
  organization_id uuid,
  created_by uuid not null,
  organization_name text not null default ''::text,
  creator_email text not null default ''::text,
  status_rank smallint not null generated always as (array_position(ARRAY['Open'::text, 'Viewed'::text, 'Added to Backlog'::text, 'Fix Pending'::text, 'Closed'::text], status)) stored,
  priority_rank smallint not null generated always as (array_position(ARRAY['Low'::text, 'Medium'::text, 'High (I cannot complete my day-to-day tasks)'::text], priority)) stored,
  search tsvector not null generated always as (strip((to_tsvector('directory'::regconfig, description) || to_tsvector('simple'::regconfig, translate(plain_text(description), './:@_-+&=?#%'::text, '            '::text))))) stored,
  version integer not null default 1,
  changed_on timestamp(3) with time zone not null default now(),
  assignee_id uuid,
  assigned_by uuid,
  is_assignment_new boolean not null default false,
  status_version integer not null default 1,
  assignee_version integer not null default 1,
  merged_into uuid,
  merged_count integer not null default 0,
  asked_on timestamp(3) with time zone,
  asked_since_merge boolean not null default false,
  answered_on timestamp(3) with time zone,
  is_answer_new boolean not null default false,
  inherited_on timestamp(3) with time zone,
  needs_answer_since timestamp(3) with time zone generated always as (
CASE
    WHEN (status <> 'Closed'::text) THEN LEAST(asked_on, inherited_on)
    WHEN asked_since_merge THEN asked_on
    ELSE NULL::timestamp with time zone
END) stored,
  constraint support_request_pkey PRIMARY KEY (id),
  constraint support_request_number_key UNIQUE (number),
  constraint support_request_cleared_cache_check CHECK ((cleared_cache = ANY (ARRAY['Yes'::text, 'No'::text]))),
  constraint support_request_merge_not_itself CHECK ((merged_into <> id)),
  constraint support_request_priority_check CHECK ((priority = ANY (ARRAY['Low'::text, 'Medium'::text, 'High (I cannot complete my day-to-day tasks)'::text]))),
  constraint support_request_status_check CHECK ((status = ANY (ARRAY['Open'::text, 'Viewed'::text, 'Added to Backlog'::text, 'Fix Pending'::text, 'Closed'::text]))),
  constraint support_request_support_request_type_check CHECK ((support_request_type = ANY (ARRAY['Bug'::text, 'Feature Request'::text, 'User Experience'::text, 'Accessibility'::text, 'Page Loading Errors'::text, 'Other'::text]))),
  constraint support_request_assigned_by_fkey FOREIGN KEY (assigned_by) REFERENCES account(id),
  constraint support_request_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES account(id),
  constraint support_request_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint support_request_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES support_request(id),
  constraint support_request_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
CREATE INDEX support_request_answer_new ON support_request USING btree (created_by) WHERE is_answer_new;
CREATE INDEX support_request_assignment_new ON support_request USING btree (assignee_id) WHERE is_assignment_new;
CREATE INDEX support_request_by_creator ON support_request USING btree (creator_email, number);
CREATE INDEX support_request_by_organization ON support_request USING btree (organization_name, number);
CREATE INDEX support_request_by_priority ON support_request USING btree (priority_rank, number);
CREATE INDEX support_request_by_status ON support_request USING btree (status_rank, number);
CREATE INDEX support_request_by_type ON support_request USING btree (support_request_type, number);
CREATE INDEX support_request_chosen ON support_request USING btree (status, support_request_type, created_on DESC, number DESC);
CREATE INDEX support_request_merged_into ON support_request USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX support_request_newest ON support_request USING btree (created_on DESC, number DESC);
CREATE INDEX support_request_of_assignee ON support_request USING btree (assignee_id, created_on DESC, number DESC) WHERE (assignee_id IS NOT NULL);
CREATE INDEX support_request_of_assignee_status ON support_request USING btree (assignee_id, status) WHERE (assignee_id IS NOT NULL);
CREATE INDEX support_request_of_creator ON support_request USING btree (created_by, created_on DESC, number DESC);
CREATE INDEX support_request_of_organization ON support_request USING btree (organization_id, created_on DESC, number DESC);
CREATE INDEX support_request_of_organization_by_creator ON support_request USING btree (organization_id, creator_email, number);
CREATE INDEX support_request_of_organization_by_priority ON support_request USING btree (organization_id, priority_rank, number);
CREATE INDEX support_request_of_organization_by_status ON support_request USING btree (organization_id, status_rank, number);
CREATE INDEX support_request_of_organization_by_type ON support_request USING btree (organization_id, support_request_type, number);
CREATE INDEX support_request_of_organization_chosen ON support_request USING btree (organization_id, status, support_request_type, created_on DESC, number DESC);
CREATE INDEX support_request_of_organization_number ON support_request USING btree (organization_id, number);
CREATE INDEX support_request_of_organization_waiting ON support_request USING btree (organization_id, needs_answer_since, number) WHERE (needs_answer_since IS NOT NULL);
CREATE INDEX support_request_unassigned ON support_request USING btree (status, support_request_type, created_on DESC, number DESC) WHERE (assignee_id IS NULL);
CREATE INDEX support_request_waiting ON support_request USING btree (needs_answer_since, number) WHERE (needs_answer_since IS NOT NULL);
CREATE INDEX support_request_words ON support_request USING gin (organization_id, search) WITH (fastupdate=off);
CREATE TRIGGER support_request_changed_field BEFORE UPDATE OF status, assignee_id ON support_request FOR EACH ROW EXECUTE FUNCTION note_changed_field();
CREATE TRIGGER support_request_names BEFORE INSERT OR UPDATE OF organization_id, created_by ON support_request FOR EACH ROW EXECUTE FUNCTION copy_names_to_support_request();
CREATE TRIGGER support_request_times_changed AFTER UPDATE OF status, support_request_type, priority, organization_id, created_on ON support_request FOR EACH ROW WHEN ((((((old.status IS DISTINCT FROM new.status) OR (old.support_request_type IS DISTINCT FROM new.support_request_type)) OR (old.priority IS DISTINCT FROM new.priority)) OR (old.organization_id IS DISTINCT FROM new.organization_id)) OR (old.created_on IS DISTINCT FROM new.created_on))) EXECUTE FUNCTION keep_ticket_times();
CREATE TRIGGER support_request_times_made AFTER INSERT ON support_request FOR EACH ROW EXECUTE FUNCTION keep_ticket_times();
CREATE TRIGGER support_request_times_merged AFTER UPDATE OF merged_into ON support_request FOR EACH ROW WHEN ((old.merged_into IS DISTINCT FROM new.merged_into)) EXECUTE FUNCTION keep_merged_times();

create table support_request_bulk (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  field text not null,
  created_on timestamp with time zone not null default now(),
  constraint support_request_bulk_pkey PRIMARY KEY (id),
  constraint support_request_bulk_field_check CHECK ((field = ANY (ARRAY['status'::text, 'assignee'::text]))),
  constraint support_request_bulk_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);
CREATE INDEX support_request_bulk_created ON support_request_bulk USING btree (created_on);

create table support_request_bulk_item (
  bulk_id uuid not null,
  support_request_id uuid not null,
  from_value text,
  to_value text,
  version integer not null,
  undone_on timestamp with time zone,
  told_on timestamp with time zone,
  constraint support_request_bulk_item_pkey PRIMARY KEY (bulk_id, support_request_id),
  constraint support_request_bulk_item_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES support_request_bulk(id) ON DELETE CASCADE,
  constraint support_request_bulk_item_support_request_id_fkey FOREIGN KEY (support_request_id) REFERENCES support_request(id) ON DELETE CASCADE
);
CREATE INDEX support_request_bulk_item_ticket ON support_request_bulk_item USING btree (support_request_id);

create table support_request_counter (
  only_row boolean not null default true,
  last_number bigint not null default 0,
  last_created_on timestamp(3) with time zone not null default '-infinity'::timestamp with time zone,
  constraint support_request_counter_pkey PRIMARY KEY (only_row),
  constraint support_request_counter_only_row_check CHECK (only_row)
);

create table support_request_file (
  id uuid not null default gen_random_uuid(),
  support_request_id uuid not null,
  file_id uuid not null,
  created_by uuid not null,
  created_on timestamp(3) with time zone not null default now(),
  constraint support_request_file_pkey PRIMARY KEY (id),
  constraint support_request_file_file_id_key UNIQUE (file_id),
  constraint support_request_file_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint support_request_file_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id),
  constraint support_request_file_support_request_id_fkey FOREIGN KEY (support_request_id) REFERENCES support_request(id) ON DELETE CASCADE
);
CREATE INDEX support_request_file_holder ON support_request_file USING btree (support_request_id, created_on, id);
CREATE INDEX support_request_file_newest ON support_request_file USING btree (created_on DESC, id DESC);

create table support_request_filing (
  account_id uuid not null,
  key text not null,
  support_request_id uuid not null,
  given text not null,
  created_on timestamp with time zone not null default now(),
  constraint support_request_filing_pkey PRIMARY KEY (account_id, key),
  constraint support_request_filing_key_check CHECK (((length(key) >= 8) AND (length(key) <= 100))),
  constraint support_request_filing_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint support_request_filing_support_request_id_fkey FOREIGN KEY (support_request_id) REFERENCES support_request(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX support_request_filing_ticket ON support_request_filing USING btree (support_request_id);

create table support_request_mention (
  note_id uuid not null,
  account_id uuid not null,
  seen_on timestamp with time zone,
  constraint support_request_mention_pkey PRIMARY KEY (note_id, account_id),
  constraint support_request_mention_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint support_request_mention_note_id_fkey FOREIGN KEY (note_id) REFERENCES support_request_note(id) ON DELETE CASCADE
);
CREATE INDEX support_request_mention_unseen ON support_request_mention USING btree (account_id, note_id) WHERE (seen_on IS NULL);

create table support_request_merge (
  id uuid not null default gen_random_uuid(),
  duplicate_id uuid not null,
  target_id uuid not null,
  account_id uuid not null,
  created_on timestamp(3) with time zone not null default now(),
  from_status text not null,
  told_on timestamp with time zone,
  undone_on timestamp with time zone,
  undone_by uuid,
  carried_on timestamp(3) with time zone,
  constraint support_request_merge_pkey PRIMARY KEY (id),
  constraint support_request_merge_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint support_request_merge_duplicate_id_fkey FOREIGN KEY (duplicate_id) REFERENCES support_request(id) ON DELETE CASCADE,
  constraint support_request_merge_target_id_fkey FOREIGN KEY (target_id) REFERENCES support_request(id) ON DELETE CASCADE,
  constraint support_request_merge_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES account(id)
);
CREATE INDEX support_request_merge_target ON support_request_merge USING btree (target_id) WHERE (undone_on IS NULL);
CREATE UNIQUE INDEX support_request_merge_duplicate ON support_request_merge USING btree (duplicate_id) WHERE (undone_on IS NULL);

create table support_request_note (
  id uuid not null default gen_random_uuid(),
  support_request_id uuid not null,
  note_text text not null,
  created_by uuid not null,
  created_on timestamp(3) with time zone not null default now(),
  visibility text not null default 'public'::text,
  source text not null default 'screen'::text,
  search tsvector not null generated always as (strip((to_tsvector('directory'::regconfig, note_text) || to_tsvector('simple'::regconfig, translate(plain_text(note_text), './:@_-+&=?#%'::text, '            '::text))))) stored,
  constraint support_request_note_pkey PRIMARY KEY (id),
  constraint support_request_note_source_check CHECK ((source = ANY (ARRAY['screen'::text, 'mail'::text]))),
  constraint support_request_note_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'internal'::text]))),
  constraint support_request_note_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint support_request_note_support_request_id_fkey FOREIGN KEY (support_request_id) REFERENCES support_request(id) ON DELETE CASCADE
);
CREATE INDEX support_request_note_order ON support_request_note USING btree (support_request_id, created_on DESC, id DESC);
CREATE INDEX support_request_note_words ON support_request_note USING gin (search) WITH (fastupdate=off);
CREATE TRIGGER support_request_first_response AFTER INSERT ON support_request_note FOR EACH ROW WHEN ((new.visibility = 'public'::text)) EXECUTE FUNCTION note_first_response();

create unlogged table support_request_presence (
  support_request_id uuid not null,
  account_id uuid not null,
  tab_id uuid not null,
  state text not null,
  seen_on timestamp with time zone not null default now(),
  constraint support_request_presence_pkey PRIMARY KEY (support_request_id, account_id, tab_id),
  constraint support_request_presence_state_check CHECK ((state = ANY (ARRAY['looking'::text, 'writing'::text])))
);
CREATE INDEX support_request_presence_seen ON support_request_presence USING btree (seen_on);

create table support_request_subscription (
  support_request_id uuid not null,
  account_id uuid not null,
  constraint support_request_subscription_pkey PRIMARY KEY (support_request_id, account_id),
  constraint support_request_subscription_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint support_request_subscription_support_request_id_fkey FOREIGN KEY (support_request_id) REFERENCES support_request(id) ON DELETE CASCADE
);
CREATE INDEX support_request_subscription_account ON support_request_subscription USING btree (account_id);

create table support_request_times (
  support_request_id uuid not null,
  created_on timestamp(3) with time zone not null,
  organization_id uuid,
  type_rank smallint not null,
  priority_rank smallint not null,
  is_open boolean not null,
  first_response_on timestamp(3) with time zone,
  closed_on timestamp(3) with time zone,
  is_merged boolean not null default false,
  constraint support_request_times_pkey PRIMARY KEY (support_request_id),
  constraint support_request_times_support_request_id_fkey FOREIGN KEY (support_request_id) REFERENCES support_request(id) ON DELETE CASCADE
);
CREATE INDEX support_request_times_created ON support_request_times USING btree (created_on);
CREATE INDEX support_request_times_of_organization ON support_request_times USING btree (organization_id, created_on);
CREATE INDEX support_request_times_waiting ON support_request_times USING btree (created_on) WHERE (is_open AND (first_response_on IS NULL));
-- Views

create view referral_fact_source as
 SELECT r.id AS referral_id,
    r.request_id,
    request.contact_id,
    (r.sent_on AT TIME ZONE calendar.zone)::date AS sent_day,
    r.sender_organization_id AS sender_id,
    r.recipient_organization_id AS recipient_id,
    r.service_id,
    request.need,
    home.zip,
    place.county_fips AS county,
    place.state,
    lower(NULLIF(TRIM(BOTH FROM r.snapshot ->> 'language'::text), ''::text)) AS language,
    age_band(EXTRACT(year FROM age((r.sent_on AT TIME ZONE calendar.zone)::date::timestamp with time zone, ((r.snapshot ->> 'birthDate'::text)::date)::timestamp with time zone))::integer) AS age_band,
    state.class AS status_class,
        CASE
            WHEN state.class = ANY (ARRAY['declined'::text, 'unresolved'::text]) THEN
            CASE
                WHEN r.reason = ANY (ARRAY['not eligible'::text, 'no capacity'::text, 'no funds'::text, 'service not provided'::text, 'already enrolled'::text, 'duplicate'::text, 'could not contact'::text, 'client declined'::text, 'moved'::text]) THEN r.reason
                ELSE 'other'::text
            END
            ELSE NULL::text
        END AS reason,
        CASE
            WHEN state.class = 'resolved'::text THEN r.outcome
            ELSE NULL::text
        END AS outcome,
    working_minutes((r.sent_on AT TIME ZONE calendar.zone), (r.first_viewed_on AT TIME ZONE calendar.zone)) AS minutes_to_view,
    working_minutes((r.sent_on AT TIME ZONE calendar.zone), (r.responded_on AT TIME ZONE calendar.zone)) AS minutes_to_answer,
    working_minutes((r.sent_on AT TIME ZONE calendar.zone), (r.first_contact_on AT TIME ZONE calendar.zone)) AS minutes_to_contact,
        CASE
            WHEN state.class = ANY (ARRAY['resolved'::text, 'unresolved'::text]) THEN working_minutes((r.sent_on AT TIME ZONE calendar.zone), (r.closed_on AT TIME ZONE calendar.zone))
            ELSE NULL::integer
        END AS minutes_to_close,
    (( SELECT count(*) AS count
           FROM referral other
          WHERE other.request_id = r.request_id AND other.sent_on IS NOT NULL AND (other.status <> ALL (ARRAY['Draft'::text, 'Entered In Error'::text])) AND ((ROW(other.sent_on, other.id) <= ROW(r.sent_on, r.id)))))::smallint AS attempt_no,
    r.recipient_confirmed_on IS NULL AS is_held,
    r.sender_organization_id = r.recipient_organization_id OR r.details_ended_on IS NULL AND (state.class = ANY (ARRAY['waiting'::text, 'seen'::text, 'open'::text, 'resolved'::text, 'unresolved'::text])) AS recipient_sees_person
   FROM referral r
     JOIN referral_request request ON request.id = r.request_id
     CROSS JOIN LATERAL ( SELECT report_calendar.time_zone AS zone
           FROM report_calendar) calendar
     CROSS JOIN LATERAL ( SELECT referral_status_class(r.status) AS class) state
     CROSS JOIN LATERAL ( SELECT "substring"(r.snapshot ->> 'postalCode'::text, '^\s*(\d{5})'::text) AS zip) home
     LEFT JOIN place ON place.zip = home.zip
  WHERE r.sent_on IS NOT NULL AND (r.status <> ALL (ARRAY['Draft'::text, 'Entered In Error'::text]));

create view second_factor as
 SELECT account_id,
    authenticator_type AS kind
   FROM authenticator
  WHERE active;

create view sign_in_method as
 SELECT passkey.account_id,
    'passkey'::text AS method,
    true AS is_second_factor
   FROM passkey
UNION ALL
 SELECT sign_on_identity.account_id,
    'single-sign-on'::text AS method,
    false AS is_second_factor
   FROM sign_on_identity;

-- Functions

CREATE OR REPLACE FUNCTION access_log_is_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the access log is never changed';
end $function$;

CREATE OR REPLACE FUNCTION age_band(age integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((age IS NULL) OR (age < 0)) THEN NULL::text WHEN (age < 6) THEN '0-5'::text WHEN (age < 18) THEN '6-17'::text WHEN (age < 25) THEN '18-24'::text WHEN (age < 45) THEN '25-44'::text WHEN (age < 65) THEN '45-64'::text ELSE '65+'::text END;

CREATE OR REPLACE FUNCTION answer_days(minutes integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (minutes IS NULL) THEN 'none'::text WHEN (minutes <= 1440) THEN '1'::text WHEN (minutes <= (2 * 1440)) THEN '2'::text WHEN (minutes <= (5 * 1440)) THEN '5'::text WHEN (minutes <= (10 * 1440)) THEN '10'::text ELSE 'more'::text END;

CREATE OR REPLACE FUNCTION any_past_midnight(candidates schedule[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  s schedule;
begin
  for n in 1 .. coalesce(cardinality(candidates), 0) loop
    s := candidates[n];
    if s.closes_at <= s.opens_at then return true; end if;
  end loop;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION any_service_has(words tsquery)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
  select exists (select from (select document from service_search limit 500) met where met.document @@ words)
    or exists (select from service_search where document @@ words and spots && array['J0'])
    or exists (select from service_search where document @@ words)
$function$;

CREATE OR REPLACE FUNCTION audit_record_is_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'audit records are never changed';
end $function$;

CREATE OR REPLACE FUNCTION by_appointment_among(candidates schedule[], levels integer[], on_day date)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  s schedule;
  nearest integer;
  by_appointment boolean := false;
begin
  for n in 1 .. coalesce(cardinality(candidates), 0) loop
    s := candidates[n];
    if not s.is_holiday then nearest := least(nearest, levels[n]); end if;
  end loop;
  for n in 1 .. coalesce(cardinality(candidates), 0) loop
    s := candidates[n];
    if (s.is_holiday or levels[n] = nearest) and schedule_applies(s, on_day) then
      if s.is_holiday then return false; end if;
      by_appointment := by_appointment or s.by_appointment;
    end if;
  end loop;
  return by_appointment;
end $function$;

CREATE OR REPLACE FUNCTION carry_creator_email()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update support_request set creator_email = lower(new.email)
  where id = any(array(select id from support_request where created_by = new.id order by id for update));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION carry_organization_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update support_request set organization_name = lower(new.name)
  where id = any(array(select id from support_request where organization_id = new.id order by id for update));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION carry_service_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update listing_check set organization_id = new.organization_id where service_id = new.id;
  update listing_suggestion set organization_id = new.organization_id where service_id = new.id and state = 'open';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION copy_names_to_support_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.organization_name := coalesce((select lower(name) from organization where id = new.organization_id), '');
  new.creator_email := coalesce((select lower(email) from account where id = new.created_by), '');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION count_endings(first_day date, last_day date, organization uuid)
 RETURNS SETOF roll_month_ending
 LANGUAGE sql
 STABLE
AS $function$
  with fact as (
    select date_trunc('month', sent_day)::date as month, referral_ending(status_class, outcome, reason) as ending, need, coalesce(county, '') as county,
      coalesce(zip, '') as zip, status_class, answer_days(minutes_to_answer) as answer
    from referral_fact
    where sent_day between first_day and last_day and (organization is null or organization = sender_id or organization = recipient_id)
  ), counted as (
    select month, ending, case grouping(need, county, room_need, room_zip, answer, status_class) when 31 then 'need' when 47 then 'county'
        when 39 then 'countyNeed' when 43 then 'countyZip' when 61 then 'answer' else 'statusClass' end as kind,
      concat_ws(' ', county, need, room_need, room_zip, answer, status_class) as item, count(*)::integer as n
    from fact cross join lateral (select
      case when ending in ('noCapacity', 'noFunds') then need end as room_need,
      case when ending in ('noCapacity', 'noFunds') then case when county = '' then '' else zip end end as room_zip) room
    group by grouping sets ((month, ending, need), (month, ending, county), (month, ending, county, room_need), (month, ending, county, room_zip),
      (month, ending, answer), (month, ending, status_class)))
  select * from counted
  where kind = 'answer' or (ending in ('noCapacity', 'noFunds')) = (kind in ('countyNeed', 'countyZip', 'statusClass'))
$function$;

CREATE OR REPLACE FUNCTION count_new_terms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into taxonomy_term_count as kept
  select term, count(*) from after_rows cross join unnest(term_ids) as term group by term order by term
  on conflict (taxonomy_term_id) do update set service_count = kept.service_count + excluded.service_count;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION count_old_terms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update taxonomy_term_count kept set service_count = kept.service_count - gone.services
  from (select term, count(*) as services from before_rows cross join unnest(term_ids) as term group by term order by term) gone
  where gone.term = kept.taxonomy_term_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION count_organizations(first_day date, last_day date)
 RETURNS SETOF roll_month_organization
 LANGUAGE sql
 STABLE
AS $function$
  select date_trunc('month', sent_day)::date, organization_id, side, count(*)::integer,
    count(minutes_to_view)::integer, count(minutes_to_answer)::integer,
    count(*) filter (where status_class in ('open', 'resolved', 'unresolved'))::integer,
    count(*) filter (where status_class not in ('recalled', 'forwarded'))::integer,
    count(*) filter (where status_class in ('resolved', 'unresolved', 'declined'))::integer,
    count(*) filter (where status_class = 'resolved' and outcome in ('got help', 'enrolled'))::integer,
    count(*) filter (where reason in ('no capacity', 'no funds'))::integer
  from referral_fact cross join lateral (values ('outgoing', sender_id, false), ('incoming', recipient_id, is_held))
    as sides (side, organization_id, is_unknown)
  where sent_day between first_day and last_day and not is_unknown group by 1, 2, 3
$function$;

CREATE OR REPLACE FUNCTION count_terms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into taxonomy_term_count as kept
  select term, sum(change) from (
    select unnest(term_ids) as term, 1 as change from after_rows
    union all
    select unnest(term_ids), -1 from before_rows) changes
  where exists (select from taxonomy_term where id = term)
  group by term having sum(change) <> 0 order by term
  on conflict (taxonomy_term_id) do update set service_count = kept.service_count + excluded.service_count;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION deciding_among(candidates schedule[], levels integer[], on_day date)
 RETURNS SETOF schedule
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  nearest constant integer := deciding_level(candidates, levels, on_day);
  s schedule;
begin
  for n in 1 .. coalesce(cardinality(candidates), 0) loop
    s := candidates[n];
    if (case when nearest = 0 then s.is_holiday and schedule_applies(s, on_day) else not s.is_holiday and (nearest is null or levels[n] = nearest) end)
    then return next s; end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION deciding_level(candidates schedule[], levels integer[], on_day date)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  s schedule;
  nearest integer;
begin
  for n in 1 .. coalesce(cardinality(candidates), 0) loop
    s := candidates[n];
    if s.is_holiday then
      if schedule_applies(s, on_day) then return 0; end if;
    elsif nearest is null and schedule_is_valid(s, on_day) and schedule_speaks(s) then
      nearest := levels[n];
    end if;
  end loop;
  return nearest;
end $function$;

CREATE OR REPLACE FUNCTION directory_organization_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform service_search_changed((
    select array_agg(s.id) from after_rows n join before_rows o on o.id = n.id join service s on s.organization_id = n.id
    where (n.name, n.alternate_name, n.standing) is distinct from (o.name, o.alternate_name, o.standing)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION directory_place_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare changed uuid[] := array(
  select n.id from after_rows n join before_rows o on o.id = n.id
  where (n.name, n.alternate_name, n.is_confidential, n.removed_from) is distinct from (o.name, o.alternate_name, o.is_confidential, o.removed_from));
begin
  if cardinality(changed) = 0 then return null; end if;
  perform service_search_changed((select array_agg(distinct service_id) from service_at_location where location_id = any (changed)));
  delete from search_word w using (
    select distinct given.word
    from before_rows o cross join lateral regexp_split_to_table(lower(unaccent(concat_ws(' ', o.name, o.alternate_name))), '[^a-z]+') as given(word)
    where o.id = any (changed)) former
  where w.word = former.word and not any_service_has(plainto_tsquery('directory', former.word));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION directory_row_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform service_search_changed((
    select array_agg(distinct affected) from (
      select (to_jsonb(r) ->> 'service_id')::uuid as affected from changed_rows r
      union all
      select place.service_id from changed_rows r join service_at_location place on place.location_id = (to_jsonb(r) ->> 'location_id')::uuid
        where to_jsonb(r) ->> 'service_id' is null
      union all
      select place.service_id from changed_rows r join service_at_location place on place.id = (to_jsonb(r) ->> 'service_at_location_id')::uuid
    ) ids where affected is not null));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION directory_row_moved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform service_search_changed((
    select array_agg(distinct affected) from (
      select o.row from (select b.id, to_jsonb(b) as row from before_rows b) o join (select a.id, to_jsonb(a) as row from after_rows a) n on n.id = o.id
      where (o.row ->> 'service_id', o.row ->> 'location_id', o.row ->> 'service_at_location_id')
        is distinct from (n.row ->> 'service_id', n.row ->> 'location_id', n.row ->> 'service_at_location_id')) moved
    cross join lateral (
      select (moved.row ->> 'service_id')::uuid as affected
      union all
      select p.service_id from service_at_location p
      where p.location_id = (moved.row ->> 'location_id')::uuid and moved.row ->> 'service_id' is null
      union all
      select p.service_id from service_at_location p where p.id = (moved.row ->> 'service_at_location_id')::uuid) ids
    where affected is not null));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION directory_service_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform service_search_changed((select array_agg(id) from changed_rows));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION directory_service_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform service_search_changed((
    select array_agg(n.id) from after_rows n join before_rows o on o.id = n.id
    where to_jsonb(n) - 'intake_asked_on' is distinct from to_jsonb(o) - 'intake_asked_on'));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION directory_term_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform service_search_changed((
    select array_agg(distinct a.service_id)
    from after_rows n join before_rows o on o.id = n.id join attribute a on a.taxonomy_term_id = n.id
    where (n.name, n.path_ids) is distinct from (o.name, o.path_ids)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION erasure_is_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an erasure is never changed';
end $function$;

CREATE OR REPLACE FUNCTION federal_holidays(year integer)
 RETURNS date[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY[observed_day(make_date(year, 1, 1)), nth_weekday(year, 1, 1, 3), nth_weekday(year, 2, 1, 3), (nth_weekday(year, 6, 1, 1) - 7), observed_day(make_date(year, 6, 19)), observed_day(make_date(year, 7, 4)), nth_weekday(year, 9, 1, 1), nth_weekday(year, 10, 1, 2), observed_day(make_date(year, 11, 11)), nth_weekday(year, 11, 4, 4), observed_day(make_date(year, 12, 25))];

CREATE OR REPLACE FUNCTION fold_map_cells()
 RETURNS void
 LANGUAGE sql
AS $function$
  with taken as (
    delete from map_cell_change returning qx, qy, delta, term_ids),
  -- First those of the finest cells: that leaves few rows for the others.
  finest as (
    select term_id, finest, qx >> (24 - finest) as x, qy >> (24 - finest) as y, sum(delta) as n, sum(delta * qx::bigint) as sx, sum(delta * qy::bigint) as sy
    from (
      select '00000000-0000-0000-0000-000000000000'::uuid as term_id, 12 as finest, qx, qy, delta from taken
      union all
      select unnest(term_ids), 10, qx, qy, delta from taken) counted
    group by 1, 2, 3, 4),
  folded as (
    insert into map_cell as c (term_id, level, x, y, n, sx, sy)
    select term_id, level, x >> (finest - level), y >> (finest - level), sum(n), sum(sx), sum(sy)
    from finest cross join generate_series(4, finest) as level
    group by 1, 2, 3, 4 having sum(n) <> 0 or sum(sx) <> 0 or sum(sy) <> 0
    order by 1, 2, 3, 4
    on conflict (term_id, level, x, y) do update set n = c.n + excluded.n, sx = c.sx + excluded.sx, sy = c.sy + excluded.sy
    returning 1)
  select from folded;
$function$;

CREATE OR REPLACE FUNCTION follow_merged_organization()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  stays uuid := (select merged_into from organization where id = new.organization_id);
begin
  if stays is not null then
    new.source_organization_id := new.organization_id;
    new.organization_id := stays;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION follow_merged_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.contact_id is not null then
    select coalesce(merged_into, id) into new.contact_id from contact where id = new.contact_id for key share;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION follow_merged_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  stays uuid := (select merged_into from location where id = new.location_id);
begin
  if stays is not null then
    new.source_location_id := new.location_id;
    new.location_id := stays;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION hours_among(candidates schedule[], levels integer[], on_day date, OUT opens time without time zone[], OUT closes time without time zone[], OUT is_known boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  nearest constant integer := deciding_level(candidates, levels, on_day);
  s schedule;
  applies boolean;
  is_said boolean := false;
  is_clear boolean := true;
  may_be_said boolean := false;
begin
  opens := '{}';
  closes := '{}';
  for n in 1 .. coalesce(cardinality(candidates), 0) loop
    s := candidates[n];
    continue when case when nearest = 0 then not s.is_holiday else s.is_holiday or levels[n] <> nearest end;
    applies := schedule_applies(s, on_day);
    -- Of the holidays, only those of this day decide.
    continue when s.is_holiday and applies is not true;
    if applies then
      is_said := is_said or s.is_understood or s.is_holiday;
      is_clear := is_clear and s.is_understood;
      if s.is_understood and s.opens_at is not null and s.closes_at is not null then
        opens := opens || s.opens_at;
        closes := closes || s.closes_at;
      end if;
    else
      is_clear := is_clear and applies is not null;
    end if;
    may_be_said := may_be_said or (not s.is_holiday and schedule_speaks(s) and (schedule_is_valid(s, on_day) or coalesce(greatest(s.valid_from, s.dtstart) > on_day, false)));
  end loop;
  is_known := is_said or (may_be_said and is_clear);
  if cardinality(opens) > 1 then
    select array_agg(o order by o, c), array_agg(c order by o, c) into opens, closes from unnest(opens, closes) as span(o, c);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION hours_as_json(opens time without time zone[], closes time without time zone[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  made jsonb := '[]';
begin
  for n in 1 .. cardinality(opens) loop
    made := made || jsonb_build_object('opensAt', to_char(opens[n], 'HH24:MI'), 'closesAt', to_char(closes[n], 'HH24:MI'));
  end loop;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION hours_at(for_service uuid, at_location uuid, at_time timestamp with time zone, zone text, OUT hours_today jsonb, OUT is_open boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  today constant date := (at_time at time zone zone)::date;
  candidates schedule[];
  levels integer[];
  given record;
  before record;
begin
  hours_today := '[]';
  select s.candidates, s.levels into candidates, levels from schedules_of(for_service, at_location) s;
  if candidates is null then return; end if;
  given := hours_among(candidates, levels, today);
  hours_today := hours_as_json(given.opens, given.closes);
  is_open := case when given.is_known then false end;
  for n in 1 .. cardinality(given.opens) loop
    if at_time >= instant_of(today, given.opens[n], zone)
      and at_time < instant_of(today + case when given.closes[n] <= given.opens[n] then 1 else 0 end, given.closes[n], zone)
    then is_open := true; return; end if;
  end loop;
  -- What began the day before is only asked for if something can last past midnight.
  if not any_past_midnight(candidates) then return; end if;
  before := hours_among(candidates, levels, today - 1);
  for n in 1 .. cardinality(before.opens) loop
    if before.closes[n] <= before.opens[n] and at_time >= instant_of(today - 1, before.opens[n], zone) and at_time < instant_of(today, before.closes[n], zone)
    then is_open := true; return; end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION hours_kind_of(rules jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN hashtextextended((rules)::text, (0)::bigint);

CREATE OR REPLACE FUNCTION hours_of_days(for_service uuid, at_location uuid, first_day date, days integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  candidates schedule[];
  levels integer[];
  given record;
  made jsonb := '[]';
begin
  select s.candidates, s.levels into candidates, levels from schedules_of(for_service, at_location) s;
  for on_day in 0 .. days - 1 loop
    given := hours_among(candidates, levels, first_day + on_day);
    made := made || jsonb_build_object('day', to_char(first_day + on_day, 'YYYY-MM-DD'), 'hours', hours_as_json(given.opens, given.closes),
      'isKnown', given.is_known, 'byAppointment', by_appointment_among(candidates, levels, first_day + on_day));
  end loop;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION hours_of_services(services uuid[])
 RETURNS TABLE(service_id uuid, rules jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  with reach as materialized (
    select x.id as service_id, coalesce(r.time_zones, '{}') as zones from unnest(services) as x(id) left join service_reach r on r.service_id = x.id),
  place as materialized (
    select r.service_id, p.location_id, p.id as pair_id,
      case when cardinality(r.zones) = 1 then r.zones[1] else coalesce(location_zone(p.location_id), zone_of_hours(r.service_id, p.location_id)) end as zone
    from reach r join service_at_location p on p.service_id = r.service_id
    union all
    select r.service_id, null, null, coalesce(r.zones[1], zone_of_hours(r.service_id, null))
    from reach r where not exists (select from service_at_location p where p.service_id = r.service_id)),
  rule as (
    select p.*, 1 as level, s from place p join schedule s on s.service_at_location_id = p.pair_id
    union all
    select p.*, 2, s from place p join schedule s on s.service_id = p.service_id
    where s.service_at_location_id is null and coalesce(s.location_id = p.location_id, true)
    union all
    select p.*, 3, s from place p join schedule s on s.location_id = p.location_id
    where s.service_at_location_id is null and s.service_id is null),
  place_rules as (
    select rule.service_id, jsonb_build_object('zone', zone, 'rows', jsonb_agg(distinct jsonb_build_array(level, jsonb_strip_nulls(to_jsonb(s)
      - '{id,service_id,location_id,service_at_location_id,timezone,description,schedule_link,attending_type,notes,source_name,source_key,source_location_id,by_appointment}'::text[])))) as rules
    from rule group by rule.service_id, location_id, zone)
  select reach.service_id, coalesce(jsonb_agg(distinct p.rules) filter (where p.rules is not null), '[]')
  from reach left join place_rules p on p.service_id = reach.service_id
  group by reach.service_id
$function$;

CREATE OR REPLACE FUNCTION house_number(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE("substring"(address, '\d+'::text), ''::text);

CREATE OR REPLACE FUNCTION instant_of(on_day date, at_time time without time zone, zone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select case when ((on_day + at_time) at time zone zone - interval '1 hour') at time zone zone = on_day + at_time
    then (on_day + at_time) at time zone zone - interval '1 hour' else (on_day + at_time) at time zone zone end
$function$;

CREATE OR REPLACE FUNCTION is_open_at(for_service uuid, at_location uuid, at_time timestamp with time zone, zone text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select is_open from hours_at(for_service, at_location, at_time, zone)
$function$;

CREATE OR REPLACE FUNCTION keep_merged_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from location where id = new.id and merged_into is not null) then
    new.source_organization_id := coalesce(new.source_organization_id, new.organization_id);
    new.organization_id := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION keep_merged_times()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update support_request_times set is_merged = new.merged_into is not null where support_request_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_published_consent_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.published_on is not null and (tg_op = 'DELETE'
      or (new.number, new.title, new.body, new.published_on) is distinct from (old.number, old.title, old.body, old.published_on)) then
    raise exception 'A published consent text never changes';
  end if;
  return coalesce(new, old);
end $function$;

CREATE OR REPLACE FUNCTION keep_published_form()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state <> 'draft' and (new.definition <> old.definition or new.number <> old.number or new.form_id <> old.form_id
    or new.state = 'draft' or new.published_on <> old.published_on) then
    raise exception 'A published version of an intake form does not change';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION keep_referral_fact()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_referral_fact(new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_request_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update referral_fact f set contact_id = source.contact_id, need = source.need, attempt_no = source.attempt_no
  from referral_fact_source source
  where f.referral_id in (select referral_id from referral_fact where request_id = new.id for update skip locked)
    and source.referral_id = f.referral_id
    and (f.contact_id, f.need, f.attempt_no) is distinct from (source.contact_id, source.need, source.attempt_no);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_ticket_times()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into support_request_times (support_request_id, created_on, organization_id, type_rank, priority_rank, is_open, closed_on)
    values (new.id, new.created_on, new.organization_id, rank_of_ticket_type(new.support_request_type), new.priority_rank,
      new.status <> 'Closed', case when new.status = 'Closed' then new.created_on end);
  else
    update support_request_times set created_on = new.created_on, organization_id = new.organization_id,
      type_rank = rank_of_ticket_type(new.support_request_type), priority_rank = new.priority_rank, is_open = new.status <> 'Closed',
      -- whoever changes a status says when
      closed_on = case when new.status = 'Closed' and old.status <> 'Closed' then new.changed_on else closed_on end
    where support_request_id = new.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION leave_out_merged_service()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  return case when exists (select from service s where s.id = new.service_id and s.merged_into is not null) then null else new end;
end $function$;

CREATE OR REPLACE FUNCTION location_zone(for_location uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (select p.time_zone from address a join place p on p.zip = left(a.postal_code, 5)
      where a.location_id = for_location order by a.address_type, a.id limit 1),
    (select near.time_zone from location l
      cross join lateral (
        select p.time_zone from place p
        order by place_point(p.latitude, p.longitude) <-> place_point(coalesce(l.latitude, l.zip_latitude), coalesce(l.longitude, l.zip_longitude)) limit 1) near
      where l.id = for_location and coalesce(l.latitude, l.zip_latitude) is not null))
$function$;

CREATE OR REPLACE FUNCTION login_wait_for(tries integer)
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select make_interval(secs => case when tries <= 5 then 0 else least(900, power(2, least(tries - 5, 10))) end)
$function$;

CREATE OR REPLACE FUNCTION look_ahead_at_hours(at_time timestamp with time zone, default_zone text, most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  due bigint[] := array(
    select id from hours_kind
    where not coalesce(known_from <= at_time and known_until > at_time + interval '3 days' and time_zone = default_zone, false)
    order by id limit most for update skip locked);
begin
  -- A statement of its own: it sees who began to use a kind before that was locked.
  delete from hours_kind k where id = any (due) and not exists (select from service_search s where s.hours_kind = k.id);
  update hours_kind set time_zone = default_zone, known_from = at_time - interval '1 hour', known_until = at_time + interval '10 days',
    open_at = open_times(rules, at_time - interval '1 hour', at_time + interval '10 days', default_zone)
  where id = any (due);
  return cardinality(due);
end $function$;

CREATE OR REPLACE FUNCTION map_x(longitude double precision)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select greatest(0, least(16777215, floor((longitude + 180) / 360 * 16777216)))::integer
$function$;

CREATE OR REPLACE FUNCTION map_y(latitude double precision)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select greatest(0, least(16777215, floor(
    (0.5 - ln(tan(pi() / 4 + radians(greatest(-85.05, least(85.05, latitude))) / 2)) / (2 * pi())) * 16777216)))::integer
$function$;

CREATE OR REPLACE FUNCTION minute_of_week(local_time timestamp without time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select ((extract(isodow from local_time) - 1) * 1440 + extract(hour from local_time) * 60 + extract(minute from local_time))::integer
$function$;

CREATE OR REPLACE FUNCTION name_sound(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (word ~ '^[a-z]+$'::text) THEN COALESCE(NULLIF(dmetaphone(translate(replace(regexp_replace(word, '^h'::text, ''::text), 'll'::text, 'y'::text), 'vz'::text, 'bs'::text)), ''::text), word) ELSE word END;

CREATE OR REPLACE FUNCTION name_sounds(name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT COALESCE(array_agg(DISTINCT name_sound(word.word)), '{}'::text[]) AS "coalesce" FROM regexp_split_to_table(plain_text(name_sounds.name), '[\s,.''’-]+'::text) word(word) WHERE ((word.word <> ''::text) AND (word.word <> ALL ('{de,la,las,los,del,y,van,der,von,jr,sr,ii,iii}'::text[]))));

CREATE OR REPLACE FUNCTION name_word(first_name text, last_name text, place integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN NULLIF(split_part(replace(replace(replace(plain_text(((first_name || ' '::text) || last_name)), '-'::text, ' '::text), '  '::text, ' '::text), '  '::text, ' '::text), ' '::text, place), ''::text);

CREATE OR REPLACE FUNCTION name_words(organization uuid, start text)
 RETURNS TABLE(place integer, word text)
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE ROWS 100
AS $function$
declare
  -- higher than each letter
  ending constant text := start || U&'\+10FFFF';
begin
  return query
    with recursive found(name_word) as (
      (select name_word(first_name, last_name, 1) collate "C" from contact
      where organization_id = organization
        and name_word(first_name, last_name, 1) collate "C" >= start and name_word(first_name, last_name, 1) collate "C" < ending
      order by name_word(first_name, last_name, 1) collate "C" limit 1)
      union all
      select (select name_word(first_name, last_name, 1) collate "C" from contact
      where organization_id = organization
        and name_word(first_name, last_name, 1) collate "C" > found.name_word and name_word(first_name, last_name, 1) collate "C" < ending
      order by name_word(first_name, last_name, 1) collate "C" limit 1)
      from found where found.name_word is not null)
    select 1, found.name_word from found where found.name_word is not null;
  return query
    with recursive found(name_word) as (
      (select name_word(first_name, last_name, 2) collate "C" from contact
      where organization_id = organization
        and name_word(first_name, last_name, 2) collate "C" >= start and name_word(first_name, last_name, 2) collate "C" < ending
      order by name_word(first_name, last_name, 2) collate "C" limit 1)
      union all
      select (select name_word(first_name, last_name, 2) collate "C" from contact
      where organization_id = organization
        and name_word(first_name, last_name, 2) collate "C" > found.name_word and name_word(first_name, last_name, 2) collate "C" < ending
      order by name_word(first_name, last_name, 2) collate "C" limit 1)
      from found where found.name_word is not null)
    select 2, found.name_word from found where found.name_word is not null;
  return query
    with recursive found(name_word) as (
      (select name_word(first_name, last_name, 3) collate "C" from contact
      where organization_id = organization and name_word(first_name, last_name, 3) is not null
        and name_word(first_name, last_name, 3) collate "C" >= start and name_word(first_name, last_name, 3) collate "C" < ending
      order by name_word(first_name, last_name, 3) collate "C" limit 1)
      union all
      select (select name_word(first_name, last_name, 3) collate "C" from contact
      where organization_id = organization and name_word(first_name, last_name, 3) is not null
        and name_word(first_name, last_name, 3) collate "C" > found.name_word and name_word(first_name, last_name, 3) collate "C" < ending
      order by name_word(first_name, last_name, 3) collate "C" limit 1)
      from found where found.name_word is not null)
    select 3, found.name_word from found where found.name_word is not null;
  return query
    with recursive found(name_word) as (
      (select name_word(first_name, last_name, 4) collate "C" from contact
      where organization_id = organization and name_word(first_name, last_name, 4) is not null
        and name_word(first_name, last_name, 4) collate "C" >= start and name_word(first_name, last_name, 4) collate "C" < ending
      order by name_word(first_name, last_name, 4) collate "C" limit 1)
      union all
      select (select name_word(first_name, last_name, 4) collate "C" from contact
      where organization_id = organization and name_word(first_name, last_name, 4) is not null
        and name_word(first_name, last_name, 4) collate "C" > found.name_word and name_word(first_name, last_name, 4) collate "C" < ending
      order by name_word(first_name, last_name, 4) collate "C" limit 1)
      from found where found.name_word is not null)
    select 4, found.name_word from found where found.name_word is not null;
  return query
    with recursive found(name_word) as (
      (select name_word(first_name, last_name, 5) collate "C" from contact
      where organization_id = organization and name_word(first_name, last_name, 5) is not null
        and name_word(first_name, last_name, 5) collate "C" >= start and name_word(first_name, last_name, 5) collate "C" < ending
      order by name_word(first_name, last_name, 5) collate "C" limit 1)
      union all
      select (select name_word(first_name, last_name, 5) collate "C" from contact
      where organization_id = organization and name_word(first_name, last_name, 5) is not null
        and name_word(first_name, last_name, 5) collate "C" > found.name_word and name_word(first_name, last_name, 5) collate "C" < ending
      order by name_word(first_name, last_name, 5) collate "C" limit 1)
      from found where found.name_word is not null)
    select 5, found.name_word from found where found.name_word is not null;
  return query
    with recursive found(name_word) as (
      (select name_word(first_name, last_name, 6) collate "C" from contact
      where organization_id = organization and name_word(first_name, last_name, 6) is not null
        and name_word(first_name, last_name, 6) collate "C" >= start and name_word(first_name, last_name, 6) collate "C" < ending
      order by name_word(first_name, last_name, 6) collate "C" limit 1)
      union all
      select (select name_word(first_name, last_name, 6) collate "C" from contact
      where organization_id = organization and name_word(first_name, last_name, 6) is not null
        and name_word(first_name, last_name, 6) collate "C" > found.name_word and name_word(first_name, last_name, 6) collate "C" < ending
      order by name_word(first_name, last_name, 6) collate "C" limit 1)
      from found where found.name_word is not null)
    select 6, found.name_word from found where found.name_word is not null;
end $function$;

CREATE OR REPLACE FUNCTION note_area_to_read()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into area_to_read
  select coalesce(new.service_id, (select service_id from service_at_location where id = new.service_at_location_id))
  on conflict (service_id) do update set service_id = excluded.service_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION note_changed_field()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status is distinct from old.status then new.status_version := new.version; end if;
  if new.assignee_id is distinct from old.assignee_id then new.assignee_version := new.version; end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION note_changed_points()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into map_cell_change (qx, qy, delta, term_ids)
  select side.qx, side.qy, side.delta, side.term_ids
  from before_rows b join after_rows a on a.service_id = b.service_id and a.location_id = b.location_id
  cross join lateral (values (b.qx, b.qy, -1, b.term_ids), (a.qx, a.qy, 1, a.term_ids)) as side(qx, qy, delta, term_ids)
  where (a.qx, a.qy, a.term_ids) is distinct from (b.qx, b.qy, b.term_ids);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION note_confirmed_on()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.confirmed_on := (select assured_date from service where id = new.service_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION note_first_response()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update support_request_times set first_response_on = new.created_on
  where support_request_id = new.support_request_id and first_response_on is null
    and exists (select from support_request t where t.id = new.support_request_id and t.created_by <> new.created_by)
    and exists (select from account_role r where r.account_id = new.created_by and r.role in ('support-agent', 'platform-admin'));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION note_hours_kinds(services uuid[])
 RETURNS TABLE(service_id uuid, kind bigint)
 LANGUAGE plpgsql
AS $function$
declare
  found_kinds bigint[];
  made jsonb;
begin
  select jsonb_agg(jsonb_build_array(h.service_id, hours_kind_of(h.rules)::text, h.rules)) into made from hours_of_services(services) h;
  if made is null then return; end if;
  found_kinds := array(select distinct (e ->> 1)::bigint from jsonb_array_elements(made) e);
  loop
    insert into hours_kind (id, rules)
    select distinct on (1) (e ->> 1)::bigint, e -> 2 from jsonb_array_elements(made) e order by 1
    on conflict do nothing;
    perform from hours_kind k where k.id = any (found_kinds) order by k.id for key share;
    exit when (select count(*) from hours_kind k where k.id = any (found_kinds)) = cardinality(found_kinds);
  end loop;
  return query select (e ->> 0)::uuid, (e ->> 1)::bigint from jsonb_array_elements(made) e;
end $function$;

CREATE OR REPLACE FUNCTION note_import_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  run uuid := current_setting('hearthline.import_run')::uuid;
  source text := current_setting('hearthline.import_source');
begin
  if tg_op = 'INSERT' then
    insert into import_change (run_id, source_name, entity, act, ids)
    select run, source, tg_table_name, 'insert', array_agg(r.id) from after_rows r having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into import_change (run_id, source_name, entity, act, ids, records)
    select run, source, tg_table_name, 'delete', array_agg(r.id), jsonb_agg(to_jsonb(r)) from before_rows r having count(*) > 0;
  else
    insert into import_change (run_id, source_name, entity, act, ids, records)
    with was as materialized (select b.id, to_jsonb(b) as row from before_rows b),
      became as materialized (select a.id, to_jsonb(a) as row from after_rows a),
      -- Sorted, because nobody knows how many there are.
      both_rows as materialized (select id, (array_agg(row order by at))[1] as was, (array_agg(row order by at))[2] as became
        from (select id, row, 1 as at from was union all select id, row, 2 from became) r group by id)
    select run, source, tg_table_name, 'update', array_agg(d.id), jsonb_agg(jsonb_build_object('id', d.id, 'before', c.was, 'after', c.became))
    from both_rows d
    cross join lateral (
      select jsonb_object_agg(o.key, o.value) as was, jsonb_object_agg(o.key, d.became -> o.key) as became
      from jsonb_each(d.was) o
      where o.value is distinct from d.became -> o.key and o.key not in ('version', 'changed_on')) c
    where c.was is not null
    having count(*) > 0;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION note_listed(in_list text, ids uuid[], change integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into listed_change select in_list, left(id::text, 3), count(*) * change from unnest(ids) as id where id is not null group by 2
$function$;

CREATE OR REPLACE FUNCTION note_listed_places()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from service_search where service_id in (select service_id from changed_rows) order by service_id for key share;
  perform note_listed('service_at_locations',
    array(select c.id from changed_rows c join service_search s on s.service_id = c.service_id), 1);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION note_listed_services()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_listed('services', array(select service_id from changed_rows), 1);
  perform note_listed('service_at_locations',
    array(select at.id from changed_rows c join service_at_location at on at.service_id = c.service_id), 1);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION note_moved_places()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from service_search where service_id in (
    select unnest(array[n.service_id, o.service_id]) from after_rows n join before_rows o on o.id = n.id where n.service_id <> o.service_id)
    order by service_id for key share;
  perform note_listed('service_at_locations', array(
    select n.id from after_rows n join before_rows o on o.id = n.id join service_search s on s.service_id = n.service_id
    where n.service_id <> o.service_id), 1);
  perform note_listed('service_at_locations', array(
    select n.id from after_rows n join before_rows o on o.id = n.id join service_search s on s.service_id = o.service_id
    where n.service_id <> o.service_id), -1);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION note_new_points()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into map_cell_change (qx, qy, delta, term_ids) select qx, qy, 1, term_ids from after_rows;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION note_old_points()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into map_cell_change (qx, qy, delta, term_ids) select qx, qy, -1, term_ids from before_rows;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION note_report_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The current month is not rolled up yet.
  insert into report_change (month)
  select distinct date_trunc('month', day)::date
  from unnest(array[case when tg_op <> 'INSERT' then old.sent_day end, case when tg_op <> 'DELETE' then new.sent_day end]) as day
  where day < date_trunc('month', now());
  return null;
end $function$;

CREATE OR REPLACE FUNCTION note_service_to_read()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into area_to_read values (new.id) on conflict (service_id) do update set service_id = excluded.service_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION note_services(changed uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into service_modification as noted (service_id, modified_on)
  select s.id, clock_timestamp() from service s where s.id = any (changed) order by s.id
  on conflict (service_id) do update set modified_on = excluded.modified_on where noted.modified_on < excluded.modified_on
$function$;

CREATE OR REPLACE FUNCTION note_spots()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.spots := spots_of(new.service_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION note_unlisted_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from service_search where service_id = old.service_id for key share) then
    perform note_listed('service_at_locations', array[old.id], -1);
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION note_unlisted_service()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_listed('services', array[old.service_id], -1);
  perform note_listed('service_at_locations', array(select id from service_at_location where service_id = old.service_id), -1);
  return old;
end $function$;

CREATE OR REPLACE FUNCTION nth_weekday(year integer, month integer, weekday integer, nth integer)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((make_date(year, month, 1) + (((weekday - (EXTRACT(dow FROM make_date(year, month, 1)))::integer) + 7) % 7)) + ((nth - 1) * 7));

CREATE OR REPLACE FUNCTION observed_day(day date)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (day + CASE EXTRACT(dow FROM day) WHEN 6 THEN '-1'::integer WHEN 0 THEN 1 ELSE 0 END);

CREATE OR REPLACE FUNCTION office_cells(l location)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((l).location_type <> 'virtual'::text) THEN place_cells((l).shown_latitude, (l).shown_longitude, 'PQRST'::text) ELSE '{}'::text[] END;

CREATE OR REPLACE FUNCTION open_hours_kinds(at_time timestamp with time zone, default_zone text)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
AS $function$
  select id from hours_kind
  where case when known_from <= at_time and known_until > at_time and time_zone = default_zone then open_at @> at_time
    else open_times(rules, at_time, at_time, default_zone) @> at_time end
$function$;

CREATE OR REPLACE FUNCTION open_past_midnight(for_service uuid, at_location uuid, at_time timestamp with time zone, zone text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  yesterday constant date := (at_time at time zone zone)::date - 1;
  candidates schedule[];
  levels integer[];
  before record;
  latest time;
begin
  select s.candidates, s.levels into candidates, levels from schedules_of(for_service, at_location) s;
  if not any_past_midnight(candidates) then return null; end if;
  before := hours_among(candidates, levels, yesterday);
  for n in 1 .. cardinality(before.opens) loop
    if before.closes[n] <= before.opens[n] and at_time < instant_of(yesterday + 1, before.closes[n], zone)
    then latest := greatest(latest, before.closes[n]); end if;
  end loop;
  return to_char(latest, 'HH24:MI');
end $function$;

CREATE OR REPLACE FUNCTION open_times(rules jsonb, from_time timestamp with time zone, to_time timestamp with time zone, default_zone text)
 RETURNS tstzmultirange
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(range_agg(tstzrange(i.opens, i.closes)), '{}')
  from jsonb_array_elements(rules) as place
  cross join lateral (select coalesce(place ->> 'zone', default_zone) as zone) z
  cross join lateral (
    select array_agg(jsonb_populate_record(null::schedule, r -> 1) order by r -> 0) as candidates, array_agg((r ->> 0)::integer order by r -> 0) as levels
    from jsonb_array_elements(place -> 'rows') as r) c
  cross join lateral generate_series((from_time at time zone z.zone)::date - 1, (to_time at time zone z.zone)::date, interval '1 day') as day
  cross join lateral deciding_among(c.candidates, c.levels, day::date) s
  cross join lateral (
    select instant_of(day::date, s.opens_at, z.zone) as opens,
      instant_of(day::date + case when s.closes_at <= s.opens_at then 1 else 0 end, s.closes_at, z.zone) as closes) i
  where s.is_understood and s.opens_at is not null and s.closes_at is not null and schedule_applies(s, day::date) and i.opens < i.closes
$function$;

CREATE OR REPLACE FUNCTION opens_next(for_service uuid, at_location uuid, at_time timestamp with time zone, zone text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  today constant date := (at_time at time zone zone)::date;
  day date;
  candidates schedule[];
  levels integer[];
  s schedule;
  has_hours boolean := false;
  given record;
begin
  select x.candidates, x.levels into candidates, levels from schedules_of(for_service, at_location) x;
  for n in 1 .. coalesce(cardinality(candidates), 0) loop
    s := candidates[n];
    has_hours := has_hours or (s.is_understood and s.opens_at is not null and s.closes_at is not null);
  end loop;
  if not has_hours then return null; end if;
  for days in 0 .. 31 loop
    day := today + days;
    given := hours_among(candidates, levels, day);
    for n in 1 .. cardinality(given.opens) loop
      if (days > 0 or instant_of(day, given.opens[n], zone) > at_time)
        -- Clocks can skip all of it.
        and (given.closes[n] > time '04:00' or instant_of(day, given.opens[n], zone) < instant_of(day + case when given.closes[n] <= given.opens[n] then 1 else 0 end, given.closes[n], zone))
      then
        return jsonb_build_object('day', to_char(day, 'YYYY-MM-DD'), 'opensAt', to_char(given.opens[n], 'HH24:MI'), 'inDays', days);
      end if;
    end loop;
    if not given.is_known then return null; end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION own_cells(l location)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((l).location_type <> 'virtual'::text) THEN place_cells((l).shown_latitude, (l).shown_longitude, 'ABCDE'::text) ELSE '{}'::text[] END;

CREATE OR REPLACE FUNCTION person_keys(organization_id uuid, first_name text, last_name text, birth_date date, postal_code text, address text)
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (WITH sound AS (SELECT DISTINCT code.code FROM unnest(name_sounds(((person_keys.first_name || ' '::text) || person_keys.last_name))) code(code)) SELECT COALESCE(array_agg(hashtextextended(((person_keys.organization_id || ' '::text) || made.key), (0)::bigint)), '{}'::bigint[]) AS "coalesce" FROM (SELECT ((('n '::text || one.code) || ' '::text) || other.code) AS key FROM (sound one JOIN sound other ON ((one.code < other.code))) UNION ALL SELECT ('n '::text || min(sound.code)) FROM sound HAVING (count(*) = 1) UNION ALL SELECT ((((((('b '::text || (EXTRACT(year FROM person_keys.birth_date))::integer) || ' '::text) || (LEAST(EXTRACT(month FROM person_keys.birth_date), EXTRACT(day FROM person_keys.birth_date)))::integer) || ' '::text) || (GREATEST(EXTRACT(month FROM person_keys.birth_date), EXTRACT(day FROM person_keys.birth_date)))::integer) || ' '::text) || sound.code) FROM sound WHERE (person_keys.birth_date IS NOT NULL) UNION ALL SELECT ((((('a '::text || "left"(person_keys.postal_code, 5)) || ' '::text) || house_number(person_keys.address)) || ' '::text) || sound.code) FROM sound WHERE ((person_keys.postal_code IS NOT NULL) AND (house_number(person_keys.address) <> ''::text))) made);

CREATE OR REPLACE FUNCTION place_cells(latitude double precision, longitude double precision, letters text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((latitude IS NULL) OR (longitude IS NULL)) THEN '{}'::text[] ELSE ARRAY[(((substr(letters, 1, 1) || (floor((latitude / (0.00625)::double precision)))::integer) || ':'::text) || (floor((longitude / (0.00625)::double precision)))::integer), (((substr(letters, 2, 1) || (floor((latitude / (0.025)::double precision)))::integer) || ':'::text) || (floor((longitude / (0.025)::double precision)))::integer), (((substr(letters, 3, 1) || (floor((latitude / (0.1)::double precision)))::integer) || ':'::text) || (floor((longitude / (0.1)::double precision)))::integer), (((substr(letters, 4, 1) || (floor((latitude / (0.4)::double precision)))::integer) || ':'::text) || (floor((longitude / (0.4)::double precision)))::integer), (((substr(letters, 5, 1) || (floor((latitude / (1.6)::double precision)))::integer) || ':'::text) || (floor((longitude / (1.6)::double precision)))::integer)] END;

CREATE OR REPLACE FUNCTION place_point(latitude double precision, longitude double precision)
 RETURNS cube
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((latitude IS NULL) OR (longitude IS NULL)) THEN NULL::cube ELSE cube(ARRAY[(((6378168)::double precision * cos(radians(latitude))) * cos(radians(longitude))), (((6378168)::double precision * cos(radians(latitude))) * sin(radians(longitude))), ((6378168)::double precision * sin(radians(latitude)))]) END;

CREATE OR REPLACE FUNCTION place_words(of_service uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select left(string_agg(distinct concat_ws(' ', l.name, l.alternate_name), ' '), 5000)
  from service_at_location at join location l on l.id = at.location_id
  where at.service_id = of_service and not l.is_confidential and l.removed_from is null
$function$;

CREATE OR REPLACE FUNCTION plain_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(unaccent('unaccent'::regdictionary, value));

CREATE OR REPLACE FUNCTION point_terms_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update service_point p set term_ids = a.term_ids, hours_kind = a.hours_kind from after_rows a
  where p.service_id = a.service_id and (p.term_ids <> a.term_ids or p.hours_kind <> a.hours_kind);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION points_location_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_service_points(
    services_of_places('{}', array(select distinct organization_id from after_rows)), array(select id from after_rows));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION points_location_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  moved uuid[] := array(
    select n.id from after_rows n join before_rows o on o.id = n.id
    where (n.organization_id, n.location_type, n.latitude, n.longitude, n.shown_latitude, n.shown_longitude, n.is_confidential)
      is distinct from (o.organization_id, o.location_type, o.latitude, o.longitude, o.shown_latitude, o.shown_longitude, o.is_confidential));
begin
  if moved = '{}' then return null; end if;
  perform refresh_service_points(services_of_places(moved, array(
    select organization_id from after_rows where id = any (moved)
    union select organization_id from before_rows where id = any (moved))), moved);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION points_of_services(services uuid[], locations uuid[])
 RETURNS TABLE(service_id uuid, location_id uuid, latitude double precision, longitude double precision, is_approximate boolean)
 LANGUAGE sql
 STABLE
AS $function$
  with place as (
    select x.service_id, p.location_id
    from service_search x join service_at_location p on p.service_id = x.service_id
    where x.service_id = any (services)
    union
    select x.service_id, l.id
    from service_search x join location l on l.organization_id = x.organization_id
    where x.service_id = any (services) and not x.has_own_place)
  select p.service_id, l.id, l.shown_latitude, l.shown_longitude, l.latitude is null or l.longitude is null
  from place p join location l on l.id = p.location_id
  where (locations is null or l.id = any (locations))
    and not l.is_confidential and l.location_type <> 'virtual' and l.shown_latitude is not null and l.shown_longitude is not null
$function$;

CREATE OR REPLACE FUNCTION points_pair_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_service_points((select array_agg(distinct service_id) from changed_rows), (select array_agg(distinct location_id) from changed_rows));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION points_search_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_service_points((select array_agg(service_id) from after_rows), null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION points_search_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refresh_service_points((
    select array_agg(n.service_id) from after_rows n join before_rows o on o.service_id = n.service_id
    where (n.organization_id, n.has_own_place) is distinct from (o.organization_id, o.has_own_place)), null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION portal_day()
 RETURNS date
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((now() AT TIME ZONE (SELECT report_calendar.time_zone FROM report_calendar)))::date;

CREATE OR REPLACE FUNCTION publish_access_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into event (type, subject_id, audience)
    select distinct 'access', account_id::text, array['access'] from changed;
  perform pg_notify('hearthline_event', '') where found;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION publish_account_access_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into event (type, subject_id, audience) values ('access', new.id::text, array['access']);
  perform pg_notify('hearthline_event', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION rank_of_ticket_type(type text)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (array_position(ARRAY['Bug'::text, 'Feature Request'::text, 'User Experience'::text, 'Accessibility'::text, 'Page Loading Errors'::text, 'Other'::text], type))::smallint;

CREATE OR REPLACE FUNCTION reach_address_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform service_reach_changed(services_at_addresses(array(select location_id from changed_rows)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION reach_address_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform service_reach_changed(services_at_addresses(array(
    select unnest(array[n.location_id, o.location_id]) from after_rows n join before_rows o on o.id = n.id
    where (n.location_id, n.postal_code, n.address_type) is distinct from (o.location_id, o.postal_code, o.address_type))));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION reach_location_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    perform service_reach_changed((
      with moved as (
        select n.id, n.organization_id, o.organization_id as former_id from after_rows n join before_rows o on o.id = n.id
        where (n.organization_id, n.location_type, n.latitude, n.longitude, n.zip_latitude, n.zip_longitude, n.shown_latitude, n.shown_longitude)
          is distinct from (o.organization_id, o.location_type, o.latitude, o.longitude, o.zip_latitude, o.zip_longitude, o.shown_latitude, o.shown_longitude))
      select array_agg(id) from (
        select service_id as id from service_at_location where location_id in (select id from moved)
        union
        select services_at_office(array(select organization_id from moved union select former_id from moved))) affected));
  else
    -- A service at a place that is new or gone changes with the row that names both.
    perform service_reach_changed(array(
      select services_at_office(array(select distinct organization_id from changed_rows))));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION reach_of_services(services uuid[])
 RETURNS SETOF service_reach
 LANGUAGE sql
 STABLE
AS $function$
  with own_place as materialized (
    select l.id, l.location_type <> 'virtual' and coalesce(l.latitude, l.zip_latitude) is not null as has_point, location_zone(l.id) as zone,
      own_cells(l) as cells, shown_point(l) as point
    from location l where l.id in (select location_id from service_at_location where service_id = any (services))),
  own as materialized (
    select s.id, s.organization_id, s.source_name, coalesce(bool_or(l.has_point), false) as has_point,
      coalesce(array_agg(distinct l.zone) filter (where l.zone is not null), '{}') as zones,
      coalesce(array_agg(distinct l.point) filter (where l.point is not null), '{}') as points
    from service s
    left join service_at_location p on p.service_id = s.id
    left join own_place l on l.id = p.location_id
    where s.id = any (services)
    group by s.id),
  -- The places of an organization count only for services that have no point or no zone of their own.
  office as materialized (
    select o.organization_id, coalesce(bool_or(l.location_type <> 'virtual' and coalesce(l.latitude, l.zip_latitude) is not null), false) as has_point,
      coalesce(array_agg(distinct zone) filter (where zone is not null), '{}') as zones
    from (select organization_id, bool_or(zones = '{}') as needs_zones from own where zones = '{}' or not has_point group by organization_id) o
    join location l on l.organization_id = o.organization_id
    cross join lateral (select case when o.needs_zones then location_zone(l.id) end as zone) w
    group by o.organization_id),
  office_points as materialized (
    select o.organization_id, coalesce(array_agg(distinct shown_point(l)) filter (where shown_point(l) is not null), '{}') as points
    from (select distinct organization_id from own where not has_point) o
    join location l on l.organization_id = o.organization_id
    group by o.organization_id),
  office_cells as materialized (
    select o.organization_id, array_agg(distinct cell) as cells
    from (select distinct organization_id from own where not has_point) o
    join location l on l.organization_id = o.organization_id
    cross join unnest(office_cells(l)) as cell
    group by o.organization_id),
  own_cells as materialized (
    select p.service_id, array_agg(distinct cell) as cells
    from service_at_location p join own_place l on l.id = p.location_id cross join unnest(l.cells) as cell
    where p.service_id = any (services)
    group by p.service_id),
  area as materialized (
    select a.service_id, coalesce(array_agg(distinct key) filter (where a.stated_by <> 'guess'), '{}') as said,
      coalesce(array_agg(distinct key) filter (where a.stated_by = 'guess'), '{}') as guessed
    from (
      select service_id, keys, stated_by from service_area where service_id = any (services)
      union all
      select p.service_id, x.keys, x.stated_by from service_at_location p join service_area x on x.service_at_location_id = p.id
      where p.service_id = any (services)) a
    cross join unnest(a.keys) as key
    group by a.service_id)
  select own.id, own.organization_id,
    case when area.said <> '{}' then area.said when area.guessed <> '{}' then area.guessed
      when not own.has_point and not coalesce(office.has_point, false) then coalesce(d.default_area, '{}') else '{}' end,
    case when area.said <> '{}' then 'said' when area.guessed <> '{}' then 'guess'
      when not own.has_point and not coalesce(office.has_point, false) and coalesce(d.default_area, '{}') <> '{}' then 'source' else 'none' end,
    own.has_point, case when own.zones <> '{}' then own.zones else coalesce(office.zones, '{}') end,
    array(select distinct cell from unnest(own_cells.cells || case when not own.has_point then office_cells.cells end) as cell order by cell),
    own.points, case when own.has_point then '{}' else coalesce(office_points.points, '{}') end
  from own
  left join area on area.service_id = own.id
  left join office on office.organization_id = own.organization_id
  left join office_cells on office_cells.organization_id = own.organization_id
  left join office_points on office_points.organization_id = own.organization_id
  left join own_cells on own_cells.service_id = own.id
  left join directory_source d on d.name = own.source_name
$function$;

CREATE OR REPLACE FUNCTION reach_part_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform service_reach_changed((
    select array_agg(distinct affected) from (
      select (to_jsonb(r) ->> 'service_id')::uuid as affected from changed_rows r
      union all
      select place.service_id from changed_rows r join service_at_location place on place.id = (to_jsonb(r) ->> 'service_at_location_id')::uuid
    ) ids where affected is not null));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION reach_service_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform service_reach_changed((select array_agg(id) from changed_rows));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION reach_service_moved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform service_reach_changed((
    select array_agg(n.id) from after_rows n join before_rows o on o.id = n.id where n.organization_id <> o.organization_id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION reach_spots_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update service_search s set spots = '{}' from changed_rows c
  where s.service_id = c.service_id and s.spots is distinct from spots_of(c.service_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION rebuild_referral_facts()
 RETURNS bigint
 LANGUAGE sql
AS $function$
  select count(*) filter (where refresh_referral_fact(id)) from referral
$function$;

CREATE OR REPLACE FUNCTION referral_ending(status_class text, outcome text, reason text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (status_class = 'seen'::text) THEN 'waiting'::text WHEN ((status_class = 'resolved'::text) AND (outcome = ANY (ARRAY['got help'::text, 'enrolled'::text]))) THEN 'helped'::text WHEN ((status_class = ANY (ARRAY['declined'::text, 'unresolved'::text])) AND (reason = 'no capacity'::text)) THEN 'noCapacity'::text WHEN ((status_class = ANY (ARRAY['declined'::text, 'unresolved'::text])) AND (reason = 'no funds'::text)) THEN 'noFunds'::text ELSE status_class END;

CREATE OR REPLACE FUNCTION referral_event_is_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and new.note is null and (new.reason is null or new.reason is not distinct from old.reason)
    and to_jsonb(new) - '{reason,note}'::text[] = to_jsonb(old) - '{reason,note}'::text[]
    and exists (select from referral join referral_request request on request.id = referral.request_id
      join erasure on erasure.contact_id = request.contact_id where referral.id = old.referral_id)
  then
    return new;
  end if;
  raise exception 'the history of a referral is never changed';
end $function$;

CREATE OR REPLACE FUNCTION referral_status_class(status text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE status WHEN 'Sent'::text THEN 'waiting'::text WHEN 'In Review'::text THEN 'seen'::text WHEN 'Accepted'::text THEN 'open'::text WHEN 'In Progress'::text THEN 'open'::text WHEN 'On Hold'::text THEN 'open'::text WHEN 'Declined'::text THEN 'declined'::text WHEN 'Expired'::text THEN 'expired'::text WHEN 'Forwarded'::text THEN 'forwarded'::text WHEN 'Closed: Resolved'::text THEN 'resolved'::text WHEN 'Closed: Unresolved'::text THEN 'unresolved'::text WHEN 'Recalled'::text THEN 'recalled'::text ELSE NULL::text END;

CREATE OR REPLACE FUNCTION refresh_referral_fact(one uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  insert into referral_fact as f (referral_id, request_id, contact_id, sent_day, sender_id, recipient_id, service_id, need, zip, county, state, language,
    age_band, status_class, reason, outcome, minutes_to_view, minutes_to_answer, minutes_to_contact, minutes_to_close, attempt_no, is_held,
    recipient_sees_person)
  select referral_id, request_id, contact_id, sent_day, sender_id, recipient_id, service_id, need, zip, county, state, language,
    age_band, status_class, reason, outcome, minutes_to_view, minutes_to_answer, minutes_to_contact, minutes_to_close, attempt_no, is_held,
    recipient_sees_person
  from referral_fact_source source where source.referral_id = one
  on conflict (referral_id) do update set request_id = excluded.request_id, contact_id = excluded.contact_id, sent_day = excluded.sent_day, sender_id =
    excluded.sender_id, recipient_id = excluded.recipient_id, service_id = excluded.service_id, need = excluded.need, zip =
    excluded.zip, county = excluded.county, state = excluded.state, language = excluded.language, age_band = excluded.age_band,
    status_class = excluded.status_class, reason = excluded.reason, outcome = excluded.outcome, minutes_to_view =
    excluded.minutes_to_view, minutes_to_answer = excluded.minutes_to_answer, minutes_to_contact = excluded.minutes_to_contact,
    minutes_to_close = excluded.minutes_to_close, attempt_no = excluded.attempt_no, is_held = excluded.is_held,
    recipient_sees_person = excluded.recipient_sees_person
  where f is distinct from excluded;
  if found then return true; end if;
  delete from referral_fact f where f.referral_id = one and not exists (select from referral_fact_source source where source.referral_id = one);
  return found;
end $function$;

CREATE OR REPLACE FUNCTION refresh_service_points(services uuid[], locations uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if services is null or services = '{}' then return; end if;
  -- Whoever is hiding a place now is waited for, and then seen.
  perform from location l
  where l.id in (
    select location_id from service_at_location where service_id = any (services)
    union all
    select o.id from location o join service_search x on x.organization_id = o.organization_id
    where x.service_id = any (services) and not x.has_own_place)
    and (locations is null or l.id = any (locations))
  order by l.id for share;
  delete from service_point p
  where p.service_id = any (services) and (locations is null or p.location_id = any (locations))
    and not exists (
      select from points_of_services(services, locations) n where n.service_id = p.service_id and n.location_id = p.location_id);
  insert into service_point (service_id, location_id, latitude, longitude, is_approximate, term_ids, hours_kind)
  select n.service_id, n.location_id, n.latitude, n.longitude, n.is_approximate, x.term_ids, x.hours_kind
  from points_of_services(services, locations) n join service_search x on x.service_id = n.service_id
  order by n.service_id, n.location_id
  on conflict (service_id, location_id) do update set
    latitude = excluded.latitude, longitude = excluded.longitude, is_approximate = excluded.is_approximate
  where (service_point.latitude, service_point.longitude, service_point.is_approximate)
    is distinct from (excluded.latitude, excluded.longitude, excluded.is_approximate);
end $function$;

CREATE OR REPLACE FUNCTION refresh_service_reach(changed uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  outdated uuid[];
  rezoned uuid[];
begin
  select array_agg(n.service_id) filter (where r is distinct from n),
      array_agg(n.service_id) filter (where n.time_zones is distinct from r.time_zones or cardinality(n.time_zones) > 1)
    into outdated, rezoned
    from reach_of_services(changed) n left join service_reach r on r.service_id = n.service_id;
  if outdated is not null then
    -- What another transaction is changing now is waited for, and then seen.
    perform from service_reach where service_id = any (outdated) order by service_id for update;
    insert into service_reach
    select * from reach_of_services(outdated) order by service_id
    on conflict (service_id) do update set
      organization_id = excluded.organization_id, area_keys = excluded.area_keys, area_basis = excluded.area_basis, is_placed = excluded.is_placed,
      time_zones = excluded.time_zones, cells = excluded.cells, own_points = excluded.own_points, office_points = excluded.office_points;
  end if;
  if rezoned is null then return; end if;
  update service_search s set hours_kind = h.kind
  from note_hours_kinds(array(select service_id from service_search where service_id = any (rezoned))) h
  where h.service_id = s.service_id and h.kind <> s.hours_kind;
end $function$;

CREATE OR REPLACE FUNCTION refresh_service_search(changed uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  delete from service_search x where x.service_id = any (changed) and not exists (
    select from service s join organization o on o.id = s.organization_id
    where s.id = x.service_id and coalesce(s.status, 'active') = 'active' and o.standing in ('listed', 'verified'));
  insert into service_search (service_id, organization_id, sort_name, document, term_ids, languages, minimum_age, maximum_age, is_free, has_own_place, hours_kind)
  select s.id, s.organization_id, left(lower(unaccent(s.name)), 60),
    setweight(to_tsvector('directory', concat_ws(' ', s.name, s.alternate_name)), 'A')
      || setweight(to_tsvector('directory', concat_ws(' ', case when not o.is_stand_in then o.name end, o.alternate_name, p.name, s.keywords, t.names, place_words(s.id))), 'B')
      || setweight(to_tsvector('directory', left(concat_ws(' ', s.description, s.eligibility_description), 20000)), 'C'),
    coalesce(t.ids, '{}'), coalesce(l.names, '{}'), s.minimum_age, s.maximum_age,
    case when s.cost is not null then s.cost = 'free'
      else not coalesce(c.costs, false) and (coalesce(c.free, false) or coalesce(s.fees_description, '') ~* '^\s*(free|none|no (fee|fees|cost|costs|charge))\y') end,
    exists (select from service_at_location where service_id = s.id), h.kind
  from service s
  join organization o on o.id = s.organization_id
  join note_hours_kinds(changed) h on h.service_id = s.id
  left join program p on p.id = s.program_id and p.removed_on is null
  left join lateral (
    select array_agg(distinct step) as ids, string_agg(distinct term.name, ' ') as names
    from attribute a join taxonomy_term term on term.id = a.taxonomy_term_id cross join unnest(term.path_ids) as step
    where a.service_id = s.id) t on true
  left join lateral (
    select array_agg(distinct lower(name)) as names from (
      select name from language where service_id = s.id
      union all
      select g.name from service_at_location place join language g on g.location_id = place.location_id where place.service_id = s.id) spoken) l on true
  left join lateral (select bool_or(amount > 0) as costs, bool_or(amount = 0) as free from cost_option where service_id = s.id) c on true
  where s.id = any (changed) and coalesce(s.status, 'active') = 'active' and o.standing in ('listed', 'verified')
  on conflict (service_id) do update set
    organization_id = excluded.organization_id, sort_name = excluded.sort_name, document = excluded.document, term_ids = excluded.term_ids,
    languages = excluded.languages, minimum_age = excluded.minimum_age, maximum_age = excluded.maximum_age, is_free = excluded.is_free,
    has_own_place = excluded.has_own_place, hours_kind = excluded.hours_kind
  where (service_search.*) is distinct from (excluded.*);
  insert into search_word
  select distinct given.word
  from service s
  join organization o on o.id = s.organization_id
  left join lateral (select string_agg(term.name, ' ') as names from attribute a join taxonomy_term term on term.id = a.taxonomy_term_id where a.service_id = s.id) t on true
  cross join lateral regexp_split_to_table(lower(unaccent(concat_ws(' ', s.name, s.alternate_name, case when not o.is_stand_in then o.name end, s.keywords, t.names, place_words(s.id)))), '[^a-z]+') as given(word)
  where s.id = any (changed) and length(given.word) between 4 and 30
    and not exists (select from search_word known where known.word = given.word);
end $function$;

CREATE OR REPLACE FUNCTION roll_report_month(one date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare last_day date := (one + interval '1 month' - interval '1 day')::date;
begin
  delete from roll_month_organization where month = one;
  delete from roll_month_ending where month = one;
  insert into roll_month_organization select * from count_organizations(one, last_day);
  insert into roll_month_ending select * from count_endings(one, last_day, null);
  insert into report_month (month) values (one) on conflict (month) do update set rolled_on = now();
end $function$;

CREATE OR REPLACE FUNCTION schedule_applies(s schedule, on_day date)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when s.freq = 'WEEKLY' and not s.is_holiday and s.byday is not null and coalesce(s."interval", 1) = 1 and s.count is null
      and s.bymonthday is null and s.byweekno is null and s.byyearday is null
    then schedule_is_valid(s, on_day)
      and strpos(replace(s.byday, ' ', '') || ',', (array['MO,', 'TU,', 'WE,', 'TH,', 'FR,', 'SA,', 'SU,'])[extract(isodow from on_day)::integer]) > 0
    else special_schedule_applies(s, on_day) end
$function$;

CREATE OR REPLACE FUNCTION schedule_is_valid(s schedule, on_day date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select on_day >= coalesce(greatest(s.valid_from, s.dtstart), on_day)
    and on_day <= coalesce(least(s.valid_to, s.until), case when s.is_holiday then s.valid_from end, on_day)
$function$;

CREATE OR REPLACE FUNCTION schedule_matches(s schedule, on_day date)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  code constant text := (array['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'])[extract(dow from on_day)::int + 1];
  anchor constant date := coalesce(s.dtstart, s.valid_from);
  every constant int := coalesce(s."interval", 1);
  day_of_month constant int := extract(day from on_day)::int;
  last_of_month constant int := extract(day from date_trunc('month', on_day) + interval '1 month - 1 day')::int;
  wkst_days constant int := case s.wkst when 'SU' then 1 when 'SA' then 2 when 'FR' then 3 when 'TH' then 4 when 'WE' then 5 when 'TU' then 6 else 0 end;
  is_certain constant boolean := s.freq is not null and s.byweekno is null and s.byyearday is null and (every = 1 or anchor is not null);
begin
  if s.byday is not null and not exists (
    select from unnest(string_to_array(replace(s.byday, ' ', ''), ',')) as part
    where right(part, 2) = code and (s.freq is distinct from 'MONTHLY' or left(part, -2) in ('',
      ((day_of_month + 6) / 7)::text, (-((last_of_month - day_of_month) / 7 + 1))::text)))
  then return false; end if;
  if s.bymonthday is not null and not exists (
    select from unnest(string_to_array(replace(s.bymonthday, ' ', ''), ',')) as part
    where part in (day_of_month::text, (day_of_month - last_of_month - 1)::text))
  then return false; end if;
  if s.byday is null and s.bymonthday is null then
    if s.dtstart is null or s.freq is null then return null; end if;
    if s.freq = 'WEEKLY' and extract(dow from on_day) <> extract(dow from s.dtstart) then return false; end if;
    if s.freq = 'MONTHLY' and extract(day from on_day) <> extract(day from s.dtstart) then return false; end if;
  end if;
  if not is_certain then return null; end if;
  if every = 1 then return true; end if;
  if s.freq = 'WEEKLY' then
    return ((date_trunc('week', on_day + wkst_days)::date - date_trunc('week', anchor + wkst_days)::date) / 7) % every = 0;
  end if;
  return ((extract(year from on_day) - extract(year from anchor)) * 12 + extract(month from on_day) - extract(month from anchor))::int % every = 0;
end $function$;

CREATE OR REPLACE FUNCTION schedule_speaks(s schedule)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select s.is_understood and s.freq is not null and s.byweekno is null and s.byyearday is null
    and (s.byday is not null or s.bymonthday is not null or s.dtstart is not null)
    and (coalesce(s."interval", 1) = 1 or coalesce(s.dtstart, s.valid_from) is not null)
    and (s.count is null or s.dtstart is not null)
$function$;

CREATE OR REPLACE FUNCTION schedules_of(for_service uuid, at_location uuid)
 RETURNS TABLE(candidates schedule[], levels integer[])
 LANGUAGE sql
 STABLE
AS $function$
  select array_agg(c.s order by c.level), array_agg(c.level order by c.level) from (
    select s, 1 as level from service_at_location p join schedule s on s.service_at_location_id = p.id
      where p.service_id = for_service and p.location_id = at_location
    union all
    select s, 2 from schedule s
      where s.service_id = for_service and s.service_at_location_id is null and coalesce(s.location_id = at_location, true)
    union all
    select s, 3 from schedule s
      where s.location_id = at_location and s.service_at_location_id is null and s.service_id is null) c
$function$;

CREATE OR REPLACE FUNCTION service_organization_modified()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_services(array(
    select s.id from after_rows n join before_rows o on o.id = n.id join service s on s.organization_id = n.id
    where (n.name, n.alternate_name, n.description, n.email, n.website, n.year_incorporated, n.legal_status, n.parent_organization_id, n.standing)
      is distinct from (o.name, o.alternate_name, o.description, o.email, o.website, o.year_incorporated, o.legal_status, o.parent_organization_id, o.standing)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION service_part_modified()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  own text := coalesce(tg_argv[0], '');
  services uuid[]; places uuid[]; combinations uuid[]; people uuid[]; numbers uuid[];
begin
  select array_agg(distinct (j ->> case own when 'service' then 'id' else 'service_id' end)::uuid),
      array_agg(distinct (j ->> case own when 'location' then 'id' else 'location_id' end)::uuid) filter (where own <> 'service_at_location'),
      array_agg(distinct (j ->> 'service_at_location_id')::uuid),
      array_agg(distinct (j ->> 'contact_id')::uuid), array_agg(distinct (j ->> 'phone_id')::uuid)
    into services, places, combinations, people, numbers
    from changed_rows r cross join lateral (select to_jsonb(r) as j) row_of;
  if array_remove(numbers, null) <> '{}' then
    select services || array_agg(service_id), places || array_agg(location_id),
        combinations || array_agg(service_at_location_id), people || array_agg(contact_id)
      into services, places, combinations, people from phone where id = any (numbers);
  end if;
  if array_remove(people, null) <> '{}' then
    select services || array_agg(service_id), places || array_agg(location_id), combinations || array_agg(service_at_location_id)
      into services, places, combinations from directory_contact where id = any (people);
  end if;
  perform note_services(services
    || array(select service_id from service_at_location where location_id = any (places))
    || array(select service_id from service_at_location where id = any (combinations)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION service_program_modified()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare ids constant uuid[] := array(select s.id from after_rows n join service s on s.program_id = n.id);
begin
  perform note_services(ids);
  perform service_search_changed(ids);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION service_reach_changed(changed uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if changed is null then return; end if;
  if current_setting('hearthline.search_later', true) = 'on' then
    insert into area_to_read select id from service where id = any (changed) order by id on conflict do nothing;
  else
    perform refresh_service_reach(changed);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION service_search_changed(changed uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if changed is null then return; end if;
  if current_setting('hearthline.search_later', true) = 'on' then
    insert into service_search_stale select distinct id from unnest(changed) as id where id is not null order by id on conflict do nothing;
  else
    perform refresh_service_search(changed);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION service_term_modified()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_services(array(
    select a.service_id from after_rows n join before_rows o on o.id = n.id join attribute a on a.taxonomy_term_id = n.id
    where (n.name, n.code, n.description, n.parent_id) is distinct from (o.name, o.code, o.description, o.parent_id)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION services_at_addresses(locations uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
AS $function$
  select array(
    select service_id from service_at_location where location_id = any (locations)
    union
    select services_at_office(array(select distinct organization_id from location where id = any (locations))))
$function$;

CREATE OR REPLACE FUNCTION services_at_office(organizations uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select r.service_id from service s join service_reach r on r.service_id = s.id
  where s.organization_id = any (organizations) and (not r.is_placed or r.time_zones = '{}')
$function$;

CREATE OR REPLACE FUNCTION services_of_places(locations uuid[], organizations uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
AS $function$
  select array(
    select service_id from service_at_location where location_id = any (locations)
    union
    select x.service_id from service_search x where x.organization_id = any (organizations) and not x.has_own_place)
$function$;

CREATE OR REPLACE FUNCTION set_wide_area()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.area_key := null;
  new.area_latitude := null;
  new.area_longitude := null;
  if new.is_confidential then
    select w.key, w.latitude, w.longitude into new.area_key, new.area_latitude, new.area_longitude
    from wide_area(new.id, coalesce(new.latitude, new.zip_latitude), coalesce(new.longitude, new.zip_longitude)) w;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION shown_point(l location)
 RETURNS cube
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((l).location_type <> 'virtual'::text) THEN place_point((l).shown_latitude, (l).shown_longitude) ELSE NULL::cube END;

CREATE OR REPLACE FUNCTION special_schedule_applies(s schedule, on_day date)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  matches boolean;
begin
  if s.is_holiday and s.is_yearly then
    return case when to_char(s.valid_from, 'MMDD') <= to_char(coalesce(s.valid_to, s.valid_from), 'MMDD')
      then to_char(on_day, 'MMDD') between to_char(s.valid_from, 'MMDD') and to_char(coalesce(s.valid_to, s.valid_from), 'MMDD')
      else to_char(on_day, 'MMDD') >= to_char(s.valid_from, 'MMDD') or to_char(on_day, 'MMDD') <= to_char(s.valid_to, 'MMDD') end;
  end if;
  if not schedule_is_valid(s, on_day) then return false; end if;
  if s.is_holiday then return true; end if;
  matches := schedule_matches(s, on_day);
  if matches and s.count is not null then
    if s.dtstart is null or on_day - s.dtstart > 3660 then return null; end if;
    return (select count(*) from generate_series(s.dtstart, on_day, interval '1 day') as day where schedule_matches(s, day::date)) <= s.count;
  end if;
  return matches;
end $function$;

CREATE OR REPLACE FUNCTION spots_of(for_service uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select cells || area_keys from service_reach where service_id = for_service), '{}') || array['I' || left(for_service::text, 3), 'J' || left(for_service::text, 1)]
$function$;

CREATE OR REPLACE FUNCTION support_request_root(uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  with recursive up (id, merged_into) as (
    select t.id, t.merged_into from support_request t where t.id = $1
    union all
    select t.id, t.merged_into from up join support_request t on t.id = up.merged_into
  )
  select id from up where merged_into is null
$function$;

CREATE OR REPLACE FUNCTION support_requests_under(uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE ROWS 10
AS $function$
  with recursive under (id) as (
    select t.id from support_request t where t.merged_into = $1
    union all
    select t.id from under join support_request t on t.merged_into = under.id
  )
  select id from under
$function$;

CREATE OR REPLACE FUNCTION taxonomy_term_moved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update taxonomy_term set path_ids = new.path_ids || path_ids[array_position(path_ids, new.id) + 1:]
  where new.id = any (path_ids) and id <> new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION taxonomy_term_path()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.path_ids := coalesce((select path_ids from taxonomy_term where id = new.parent_id), '{}') || new.id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION weekday_seconds(moment timestamp without time zone)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((((floor(((((moment)::date - '2000-01-03'::date))::numeric / 7.0)) * (5)::numeric) + (LEAST((((moment)::date - '2000-01-03'::date) % 7), 5))::numeric))::bigint * 86400) + CASE WHEN (EXTRACT(isodow FROM moment) < (6)::numeric) THEN (floor(EXTRACT(epoch FROM (moment)::time without time zone)))::bigint ELSE (0)::bigint END);

CREATE OR REPLACE FUNCTION wide_area(of_location uuid, of_latitude double precision, of_longitude double precision)
 RETURNS TABLE(key text, latitude double precision, longitude double precision)
 LANGUAGE sql
 STABLE
AS $function$
  with home as (
    select coalesce(
      (select p.county_fips from address a join place p on p.zip = left(trim(a.postal_code), 5)
        where a.location_id = of_location and p.county_fips is not null order by a.address_type, a.id limit 1),
      (select near.county_fips from (
        select p.county_fips from place p where p.county_fips is not null and of_latitude is not null
        order by place_point(p.latitude, p.longitude) <-> place_point(of_latitude, of_longitude) limit 1) near)) as county,
      (select left(c.fips, 2) from address a join county c on c.state = upper(trim(a.state_province))
        where a.location_id = of_location order by a.address_type, a.id limit 1) as state
  )
  select case when h.county is not null then 'c' || h.county else 's' || h.state end,
    round(avg(p.latitude)::numeric, 1)::double precision, round(avg(p.longitude)::numeric, 1)::double precision
  from home h join place p on p.county_fips = h.county or h.county is null and left(p.county_fips, 2) = h.state
  group by 1
$function$;

CREATE OR REPLACE FUNCTION wide_area_of_addresses()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update location set is_confidential = true where is_confidential and id in (select location_id from changed_rows);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION working_minutes(since timestamp without time zone, until timestamp without time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((since IS NULL) OR (until IS NULL)) THEN NULL::integer WHEN (until <= since) THEN 0 ELSE (((((weekday_seconds(until) - weekday_seconds(since)))::numeric - COALESCE((SELECT sum(EXTRACT(epoch FROM (LEAST(working_minutes.until, (holiday.holiday + '1 day'::interval)) - GREATEST(working_minutes.since, (holiday.holiday)::timestamp without time zone)))) AS sum FROM generate_series((EXTRACT(year FROM working_minutes.since))::integer, ((EXTRACT(year FROM working_minutes.until))::integer + 1)) year(year), LATERAL unnest(federal_holidays(year.year)) holiday(holiday) WHERE ((holiday.holiday >= (working_minutes.since)::date) AND (holiday.holiday <= (working_minutes.until)::date))), (0)::numeric)) / (60)::numeric))::integer END;

CREATE OR REPLACE FUNCTION zone_of_hours(for_service uuid, at_location uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select 'Etc/GMT' || case when max(timezone) = 0 then '' else to_char(-max(timezone), 'FMSG99') end from schedule
  where (service_id = for_service or location_id = at_location) and timezone = trunc(timezone) and abs(timezone) <= 12
  having min(timezone) = max(timezone)
$function$;

CREATE OR REPLACE FUNCTION zone_of_service(for_service uuid, at_location uuid, default_zone text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    case when at_location is null then (select time_zones[1] from service_reach where service_id = for_service) else location_zone(at_location) end,
    zone_of_hours(for_service, at_location), default_zone)
$function$;
