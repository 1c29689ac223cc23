/** What a referral shows of whether its people got help. */
export { HelpCard, HelpNotice } from './help-card.tsx'
