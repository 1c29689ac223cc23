-- The text on which a consent is given, in versions. A published version never changes; at most one draft waits.
create table consent_text (
  id            uuid primary key default gen_random_uuid(),
  number        integer not null unique,
  title         jsonb not null,
  body          jsonb not null,
  published_on  timestamptz(3),
  version       integer not null default 1,
  changed_by    uuid references account (id) on delete set null,
  changed_on    timestamptz(3) not null default now()
);
create unique index consent_text_one_draft on consent_text ((published_on is null)) where published_on is null;
create index consent_text_changed_by on consent_text (changed_by) where changed_by is not null;

create function keep_published_consent_text() returns trigger language plpgsql as $$
begin
  if old.published_on is not null and (tg_op = 'DELETE'
      or (new.number, new.title, new.body, new.published_on) is distinct from (old.number, old.title, old.body, old.published_on)) then
    raise exception 'A published consent text never changes';
  end if;
  return coalesce(new, old);
end $$;
create trigger keep_published_consent_text before update or delete on consent_text
  for each row execute function keep_published_consent_text();

insert into consent_text (number, title, body, published_on) values (1,
  '{"en": "Permission to share my information", "es": "Permiso para compartir mi información"}',
  jsonb_build_object('en', $text$I allow {organization} to share information about me with others, so that I can get help.

Who gets it: {recipients}.

What is shared: my name and birth date, how and when to reach me, my language, the place where I live, what I need, and what is needed to help me with it. My answers to sensitive questions are shared only if I am asked each time.

What for: {needs}.

Until when: {until}.

I can take this permission back at any time. I only have to tell {organization}. From then on, those who got my information see only my first name and initial, and nothing more is shared. They may keep what they wrote down themselves and what the law makes them keep.

I do not have to agree. {organization} still helps me with everything that needs no sharing.$text$, 'es', $text$Permito que {organization} comparta información sobre mí con otras organizaciones para que yo pueda recibir ayuda.

Quién la recibe: {recipients}.

Qué se comparte: mi nombre y fecha de nacimiento, cómo y cuándo contactarme, mi idioma, el lugar donde vivo, lo que necesito y lo que haga falta para ayudarme con ello. Mis respuestas a preguntas delicadas se comparten solo si me preguntan cada vez.

Para qué: {needs}.

Hasta cuándo: {until}.

Puedo retirar este permiso en cualquier momento. Basta con decírselo a {organization}. Desde entonces, quienes recibieron mi información ven solo mi nombre y mi inicial, y no se comparte nada más. Pueden conservar lo que ellos mismos anotaron y lo que la ley les obliga a conservar.

No tengo que aceptar. {organization} me sigue ayudando con todo lo que no requiere compartir información.$text$),
  now());
