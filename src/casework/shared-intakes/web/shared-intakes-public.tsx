/** What a referral shows of shared intakes. */
export { SharedIntakes } from './shared-intakes.tsx'
