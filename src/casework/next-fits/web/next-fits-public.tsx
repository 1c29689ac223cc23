/** What a referral shows of where else help may be found. */
export { NextFits } from './next-fits.tsx'
