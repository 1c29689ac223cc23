import type { SectionProps, SignInMethodParts } from '#identity/accounts/web/sign-in-method-public.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { authenticatorsQuery } from './authenticator-calls.ts'
import { findWays } from './confirm-ways.tsx'
import { hasIntent } from './factor-intent.ts'
import { MfaRequirementSection } from './mfa-requirement-section.tsx'
import { RecoveryCodesSection } from './recovery-codes-section.tsx'
import { SecondFactorsSection } from './second-factors-section.tsx'

function Section({ isRequired }: SectionProps) {
  return (
    <>
      <SecondFactorsSection isRequired={isRequired} />
      <RecoveryCodesSection isRequired={isRequired} />
    </>
  )
}

/** What screens of all sign-in methods show of authenticators. */
export const parts: SignInMethodParts = {
  Section,
  Rule: MfaRequirementSection,
  loadRequired: () => queryClient.fetchQuery({ ...authenticatorsQuery, staleTime: 0, retry: false }),
  isResuming: hasIntent,
  findWays,
}
