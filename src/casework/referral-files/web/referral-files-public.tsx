/** What a referral shows of files. */
export { Composer } from './composer.tsx'
export { MessageFiles } from './message-files.tsx'
