-- Recovery codes have 120 random bits from now on, too many to be guessed from a plain hash. Those of before have 80: the
-- portal puts a password hash over what is kept of them, after which code_hash is Argon2id over the SHA-256.
alter table recovery_code add column bits smallint not null default 80;
alter table recovery_code alter column bits set default 120;
create index recovery_code_weak on recovery_code (account_id) where bits = 80 and used_on is null;
