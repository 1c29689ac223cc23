import { findFeatureFolder } from './mutation/feature-folder.ts'

/** A known defect: one change to the code, and the test that must fail. */
export interface Mutation {
  line: string
  what: string
  file: string
  from: string
  to: string
  test: string
  /** Part of the titles to run. */
  title: string
}

const accounts = 'src/identity/accounts/web'
const myAccount = 'src/identity/my-account/web'
const members = 'src/casework/members/web'
const helpDesk = 'src/help-desk/tickets/web'
const editing = 'src/directory/editing/server'
const texts = (feature: string) => `${findFeatureFolder(feature)}/texts/en.json`

/** Defects that once went undetected; `npm run mutate` reintroduces each of them and checks that its test fails. */
export const mutations: Mutation[] = [
  {
    line: 'JWT-02',
    what: "the administrator's link never asks for the security question",
    file: `${accounts}/admin-reset-page.tsx`,
    from: 'showSecurityQuestionPrompt: !account.hasSecurityQuestions',
    to: 'showSecurityQuestionPrompt: false',
    test: `${accounts}/password-screens.test.tsx`,
    title: 'JWT-02',
  },
  {
    line: 'RST-03',
    what: 'a wrong answer is never said to be wrong',
    file: `${accounts}/reset-page.tsx`,
    from: "? 'reset.fixFields' : 'reset.wrongAnswer'",
    to: "? 'reset.fixFields' : 'reset.unknown'",
    test: `${accounts}/password-screens.test.tsx`,
    title: 'RST-03',
  },
  {
    line: 'RST-02',
    what: 'the text for invalid fields is another one',
    file: texts('accounts'),
    from: '"Please Fix the invalid fields"',
    to: '"Nope"',
    test: `${accounts}/password-screens.test.tsx`,
    title: 'RST-02',
  },
  {
    line: 'FORG-02',
    what: 'the confirmation loses the source',
    file: `${accounts}/forgot-page.tsx`,
    from: "navigate(keepSource('/auth/forgotConfirmation'))",
    to: "navigate('/auth/forgotConfirmation')",
    test: `${accounts}/password-screens.test.tsx`,
    title: 'FORG-02',
  },
  {
    line: 'PREF-01',
    what: 'a row has another text',
    file: texts('accounts'),
    from: '"Only referrals directed to me"',
    to: '"Nope"',
    test: `${myAccount}/preferences-page.test.tsx`,
    title: 'each level',
  },
  {
    line: 'PREF-05',
    what: 'the primary phone is never shown',
    file: `${myAccount}/preferences-page.tsx`,
    from: 'phone ? phoneText(phone.phoneNumber) :',
    to: "phone ? t('preferences.noPhone') :",
    test: `${myAccount}/preferences-page.test.tsx`,
    title: 'PREF-05',
  },
  {
    line: 'MEM-04',
    what: 'the two failure texts are exchanged',
    file: `${members}/member-page.tsx`,
    from: "if (error.status === 406) return 'member.emailInUse'",
    to: "if (error.status !== 406) return 'member.emailInUse'",
    test: `${members}/member-page.test.tsx`,
    title: 'MEM-04 says',
  },
  {
    line: 'SUP-02',
    what: 'the search begins at one character',
    file: `${myAccount}/organization-select.tsx`,
    from: 'name.length >= SEARCH_MIN',
    to: 'name.length >= 1',
    test: `${myAccount}/super-admin-page.test.tsx`,
    title: 'SUP-02 searches',
  },
  {
    line: 'SUP-02',
    what: 'the search begins after 40 ms',
    file: `${myAccount}/organization-select.tsx`,
    from: 'WAIT_MS = 500',
    to: 'WAIT_MS = 40',
    test: `${myAccount}/super-admin-page.test.tsx`,
    title: 'SUP-02 searches',
  },
  {
    line: 'LAND-01',
    what: 'a feature has another name',
    file: texts('landing'),
    from: '"Shared referral"',
    to: '"Lorem"',
    test: 'src/site/landing/web/landing.test.tsx',
    title: 'LAND-01',
  },
  {
    line: 'HTTP-02',
    what: 'a 401 on a signed-in screen does nothing',
    file: 'src/platform/web/api.ts',
    from: 'if (signedOut.ask) return signedOut.ask()',
    to: 'return',
    test: 'test/session-screens.test.tsx',
    title: 'HTTP-02',
  },
  {
    line: 'HD-04',
    what: 'the panel ignores the keyword',
    file: `${helpDesk}/filter-panel.tsx`,
    from: 'keyword: rest.keyword.trim()',
    to: "keyword: ''",
    test: `${helpDesk}/help-desk-screen.test.tsx`,
    title: 'panel applies Keyword',
  },
  {
    line: 'HDV-01',
    what: 'Receive Email Updates is not saved',
    file: `${helpDesk}/use-ticket-draft.ts`,
    from: 'const mine = { ...ticket, status, receiveEmailUpdates }',
    to: 'const mine = { ...ticket, status }',
    test: `${helpDesk}/help-desk-screen.test.tsx`,
    title: 'HDV-01',
  },
  {
    line: 'ORG-10',
    what: 'whoever impersonates an admin knows the confidential places of the organization',
    file: 'src/directory/services/server/shown-place.ts',
    from: 'mayRefer(actor) && !actor.impersonatorId',
    to: 'mayRefer(actor)',
    test: `${editing}/confidential-editing.test.ts`,
    title: 'impersonates',
  },
  {
    line: 'ORG-10',
    what: 'a place that is shown again shows where it was while it was confidential',
    file: `${editing}/place-editor.ts`,
    from: 'const historyFrom = isOwn ? 0 : await findShownAgain(database, id)',
    to: 'const historyFrom = 0',
    test: `${editing}/confidential-editing.test.ts`,
    title: 'stays with its organization',
  },
  {
    line: 'INT-15',
    what: 'the page of a link names who writes, though the message must not',
    file: 'src/casework/safe-contact/server/find-shown-sender.ts',
    from: 'needsNeutralWords(await findSafeContact(database, contactId))',
    to: 'needsNeutralWords(null)',
    test: 'src/casework/record-links/server/record-links.test.ts',
    title: 'INT-15',
  },
  {
    line: 'REF-15',
    what: 'a person whose language is recorded as "spa" is told in English, and one who speaks Estonian in Spanish',
    file: 'src/platform/schema/spoken-language.ts',
    from: '/^(es\\b|spa|espa[nñ])/i',
    to: '/^(es|span|españ)/i',
    test: 'src/casework/person-notices/server/person-notices.test.ts',
    title: 'a language that was imported',
  },
  {
    line: 'F-22',
    what: 'going back after erasing a person shows their record from the memory of the tab',
    file: 'src/casework/person-rights/web/erase-dialog.tsx',
    from: 'if (isErased.current) setTimeout',
    to: 'if (!isErased.current) setTimeout',
    test: 'src/casework/person-rights/web/erasure-screens.test.tsx',
    title: 'gone from the tab',
  },
  {
    line: 'REF-02',
    what: 'a referral that cannot be read again is replaced by a notice, and what was typed is gone',
    file: 'src/platform/web/query-client.ts',
    from: 'error !== null && (data === undefined || isMissing(error))',
    to: 'error !== null',
    test: 'src/casework/referrals/web/referral-acts.test.tsx',
    title: 'stays open with what was typed',
  },
  {
    line: 'DIR-07',
    what: 'a note on a list that was changed elsewhere is never saved',
    file: 'src/casework/service-lists/web/list-calls.ts',
    from: 'return save(id, partOf, tries - 1)',
    to: 'return newer',
    test: 'src/casework/service-lists/web/list-screens.test.tsx',
    title: 'neither is lost',
  },
  {
    line: 'INT-15',
    what: 'safe contact that somebody else saved meanwhile replaces what was typed',
    file: 'src/casework/safe-contact/join-changes.ts',
    from: '(isMine(name) ? mine : theirs)[name]',
    to: 'theirs[name]',
    test: 'src/casework/safe-contact/web/safe-contact-screens.test.tsx',
    title: 'keeps what was typed',
  },
]
