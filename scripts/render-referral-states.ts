import { writeFileSync } from 'node:fs'
import { renderStates } from '../src/casework/referrals/render-states.ts'

writeFileSync(new URL('../docs/referral-states.md', import.meta.url), renderStates())
