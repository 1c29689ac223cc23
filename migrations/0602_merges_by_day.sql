-- The merges that can be undone are listed page by page, newest first.
create index duplicate_pair_merged on duplicate_pair (decided_on desc, id desc) where state = 'merged';
