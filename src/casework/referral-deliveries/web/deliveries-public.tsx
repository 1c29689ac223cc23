/** What a referral shows of its delivery. */
export { DeliveryNotice } from './delivery-notice.tsx'
export { DeliveryProof } from './delivery-proof.tsx'
