import { Table } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import type { PortalAccount } from '../portal-account.ts'
import { AccountChips } from './state-chips.tsx'
import classes from './team.module.css'
import { useRoleNames } from './use-role-names.ts'

interface AccountListProps {
  accounts: PortalAccount[]
  isPlatform: boolean
}
const nameOf = (account: PortalAccount) => `${account.firstName} ${account.lastName}`

/** A table if there is room, cards on a phone. */
export function AccountList({ accounts, isPlatform }: AccountListProps) {
  const { t } = useTranslation('team')
  const roleNames = useRoleNames()
  const isWide = useMediaQuery('(min-width: 60em)', undefined, { getInitialValueInEffect: false })
  const base = isPlatform ? '/admin/accounts' : '/organization/people'
  const roles = (account: PortalAccount) => roleNames(account.portalAccountRoles.map((role) => role.roleId))
  const lastSeen = (account: PortalAccount) =>
    account.lastSignedInOn ? timeInWords(account.lastSignedInOn) : t('list.never')
  if (!isWide)
    return (
      <ul className={classes.list}>
        {accounts.map((account) => (
          <li key={account.id}>
            <Link to={`${base}/${account.id}`} className={classes.card}>
              <strong>{nameOf(account)}</strong>
              <span className={classes.quiet}>{account.email}</span>
              <span className={classes.quiet}>
                {[roles(account), isPlatform && account.organizationName].filter(Boolean).join(' · ')}
              </span>
              <span className={classes.chips}>
                <AccountChips account={account} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    )
  return (
    <Card>
      <Table className={classes.table ?? ''} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('list.name')}</Table.Th>
            {isPlatform && <Table.Th>{t('list.organization')}</Table.Th>}
            <Table.Th>{t('list.role')}</Table.Th>
            <Table.Th>{t('list.state')}</Table.Th>
            <Table.Th>{t('list.lastSignedIn')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {accounts.map((account) => (
            <Table.Tr key={account.id}>
              <Table.Td>
                <Link to={`${base}/${account.id}`} className={classes.name}>
                  {nameOf(account)}
                </Link>
                <span className={`${classes.quiet} ${classes.block}`}>{account.email}</span>
              </Table.Td>
              {isPlatform && <Table.Td>{account.organizationName}</Table.Td>}
              <Table.Td>{roles(account)}</Table.Td>
              <Table.Td>
                <span className={classes.chips}>
                  <AccountChips account={account} />
                </span>
              </Table.Td>
              <Table.Td>{lastSeen(account)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}
