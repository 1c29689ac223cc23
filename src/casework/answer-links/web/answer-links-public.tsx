/** What a referral shows its sender of answers by link. */
export { LinkUse } from './link-use.tsx'
