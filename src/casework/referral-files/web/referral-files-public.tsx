/** What a referral shows of files. */
export { Composer } from './composer.tsx'
export { MessageFiles, UnreadFiles } from './message-files.tsx'
