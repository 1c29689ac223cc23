import type { LegalSection } from '../legal-document.ts'

export const californiaPrivacyEn: LegalSection = {
  id: 'california',
  heading: 'California Privacy Rights',
  blocks: [
    'This part is for residents of California and adds to the rest of the policy. It follows the California Consumer Privacy Act of 2018 and section 1798.83 of the California Civil Code. Words that these laws define have the meaning given there. Where the laws do not apply to us, for example because we act for a nonprofit organization or a public agency, we will still try to help you with your request.',
    'In the last twelve months we may have collected these categories of personal information, from the sources and for the purposes described above: identifiers such as name, e-mail address and network address; contact records; characteristics protected by law, where an organization recorded them in order to help; internet activity within the portal; professional information such as title and employer; and audio or images that you attached. We disclosed them for business purposes to the recipients named above. We did not sell personal information of anyone, minors under 16 included, and we have no plan to.',
  ],
  sections: [
    {
      id: 'right-to-know',
      heading: 'Right to Know',
      blocks: [
        'You may ask us, up to twice in any twelve months and free of charge, to tell you for the twelve months before your request:',
        {
          list: [
            'the categories of personal information that we collected about you;',
            'the categories of sources from which we collected it;',
            'our business purpose for collecting it;',
            'the categories of third parties to whom we disclosed it, and what was disclosed to each;',
            'the specific pieces of personal information that we hold about you, in a form that you can take with you.',
          ],
        },
        'We will confirm your request within 10 business days and answer it within 45 days. If we need longer, we will tell you why, and will answer within 90 days in all. We will not send out passwords, security answers, or numbers issued by an authority.',
      ],
    },
    {
      id: 'right-to-deletion',
      heading: 'Right to Deletion',
      blocks: [
        'You may ask us to delete the personal information that we collected from you. Once we have checked who you are, we will delete it, and will direct the companies that work for us to delete it, unless one of the exceptions below applies. The same periods apply as for the right to know.',
      ],
    },
    {
      id: 'exceptions-to-deletion',
      heading: 'Exceptions to Deletion Requests',
      blocks: [
        'We may keep information, and will tell you that we do, when we or the companies that work for us need it:',
        {
          list: [
            'to complete what it was collected for, to provide a service that you asked for, or to carry out an agreement with you;',
            'to detect security incidents, to protect against malicious, deceptive or unlawful acts, or to pursue those responsible for them;',
            'to find and repair errors that impair the intended working of the portal;',
            'to exercise free speech, or to ensure the right of another person to exercise it or another legal right;',
            'to comply with the California Electronic Communications Privacy Act;',
            'for research in the public interest that keeps all other ethics and privacy laws, if you agreed to it and deletion would make it impossible or seriously harm it;',
            'for internal uses that fit what you can expect from your relationship with us;',
            'to comply with a legal obligation, such as a duty to keep records of care;',
            'for other internal and lawful uses that fit the context in which you gave it.',
          ],
        },
      ],
    },
    {
      id: 'protection-against-discrimination',
      heading: 'Protection Against Discrimination',
      blocks: [
        'We will not treat you worse because you used one of these rights. We will not deny you services, give you a lower quality of service, ask you for a price, or suggest that any of this could happen. No organization in {product} may refuse help because of such a request. Please note that some help cannot be given without the information that it depends on.',
      ],
    },
    {
      id: 'direct-marketing',
      heading: 'Right to Request Disclosure of Information Shared with Third Parties for Direct Marketing',
      blocks: [
        'Once in each calendar year, and free of charge, a resident of California may ask us which personal information we shared in the year before with third parties for their own direct marketing, and the names and addresses of those third parties. We do not share personal information for that purpose. If you would like this confirmed, write to us with the subject “California privacy rights”, and we will answer within 30 days.',
      ],
    },
    {
      id: 'contact',
      heading: 'Contact Us',
      blocks: [
        'For each of these rights, and for any other question about privacy, write to {email}. Say what you ask for and the state you live in. To protect you, we will check who you are before we answer: we compare what you tell us with what we hold, and if you have an account we may ask you to sign in. You do not need an account to make a request.',
        'You may appoint someone to act for you. We will then ask for your signed permission, and may ask you to confirm your identity with us yourself.',
      ],
    },
  ],
}
