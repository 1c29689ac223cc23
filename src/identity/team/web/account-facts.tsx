import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { phoneLink, phoneText } from '#platform/schema/phone-number.ts'
import { dayText, timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import type { PortalAccount } from '../portal-account.ts'
import { AccountChips } from './state-chips.tsx'
import classes from './team.module.css'
import { useRoleNames } from './use-role-names.ts'

/** An account's data; unconfirmed changes are shown next to the current values. */
export function AccountFacts({ account }: { account: PortalAccount }) {
  const { t } = useTranslation('team')
  const roleNames = useRoleNames()
  const { pendingEmail, pendingPhoneNumber } = account
  return (
    <Card labelledBy="account-facts" className={classes.section ?? ''}>
      <h2 id="account-facts">{t('account.facts')}</h2>
      <dl className={classes.facts}>
        <Fact label={t('list.state')}>
          <span className={classes.chips}>
            <AccountChips account={account} />
          </span>
        </Fact>
        <Fact label={t('account.email')}>
          {account.email}
          {pendingEmail && <p className={classes.pending}>{t('account.pendingEmail', { email: pendingEmail })}</p>}
        </Fact>
        <Fact label={t('account.phone')}>
          {account.phoneNumber ? (
            <a href={phoneLink(account.phoneNumber)}>{phoneText(account.phoneNumber)}</a>
          ) : (
            t('account.noPhone')
          )}
          {pendingPhoneNumber && (
            <p className={classes.pending}>{t('account.pendingPhone', { phone: phoneText(pendingPhoneNumber) })}</p>
          )}
        </Fact>
        <Fact label={t('list.role')}>{roleNames(account.portalAccountRoles.map((role) => role.roleId))}</Fact>
        <Fact label={t('list.lastSignedIn')}>
          {account.lastSignedInOn ? timeInWords(account.lastSignedInOn) : t('list.never')}
        </Fact>
        <Fact label={t('account.since')}>{dayText(account.createdOn)}</Fact>
      </dl>
    </Card>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
