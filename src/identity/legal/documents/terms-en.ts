import type { LegalDocument } from '../legal-document.ts'
import { termsConfidentialityEn } from './terms-confidentiality-en.ts'
import { termsRiskEn } from './terms-risk-en.ts'

export const termsEn: LegalDocument = {
  name: 'terms',
  language: 'en',
  title: 'Individual Access Terms and Conditions',
  introduction: [
    'These terms are an agreement between you, as an individual, and the organization that operates {product} (the “Provider”). They apply each time you use the portal at {site}, whether you use it for yourself or for an organization. Please read them with care.',
    'By ticking “I accept the Terms and Conditions”, by opening an account, or by using the portal, you agree to these terms and to the Privacy Policy. If you do not agree, you may not use {product}.',
  ],
  sections: [
    {
      id: 'definitions',
      heading: 'Definitions',
      blocks: [
        {
          list: [
            {
              term: 'Service',
              text: 'The {product} portal with all of its parts: intake, referrals, the resource directory, messages, notifications, reports and the Help Desk.',
            },
            { term: 'Account', text: 'Your personal access to the Service.' },
            {
              term: 'Organization',
              text: 'A community organization that takes part in the Service, and for which you may act if it has allowed you to.',
            },
            { term: 'Client', text: 'A person whom an Organization serves or refers.' },
            {
              term: 'Client Information',
              text: 'Any information in the Service that identifies a Client, or from which a Client could be identified.',
            },
            { term: 'Content', text: 'Anything that you enter, upload or send through the Service.' },
          ],
        },
      ],
    },
    {
      id: 'eligibility',
      heading: 'Who May Use the Service',
      blocks: [
        'You must be at least 18 years of age to open an Account or to use the Service. By using it you confirm that you are, that you are able to enter into a binding agreement, and that no law forbids you to use the Service.',
        'If you act for an Organization, you also confirm that it has authorized you to do so. If that authority ends, you must stop using the Service for the Organization at once. Someone under 18 who needs help can get it through an Organization, or by calling 211.',
      ],
    },
    {
      id: 'account',
      heading: 'Your Account',
      blocks: [
        {
          list: [
            'Give true, current and complete information when you register, and keep it up to date.',
            'The Account is yours alone. Do not share your password, your security answer, your codes or your devices for signing in, and do not let anyone else work under your name.',
            'You are responsible for what is done through your Account. Tell the Provider at {email} without delay if you suspect that someone else has used it.',
            'The Provider may ask you to verify your e-mail address, to use a second factor, or to change your password, and may review an application before it is approved.',
            'There is no right to be approved. The Provider may refuse an Account or an Organization.',
          ],
        },
      ],
    },
    {
      id: 'permitted-use',
      heading: 'Permitted Use',
      blocks: [
        'The Provider gives you a personal, limited, revocable right, which is not exclusive and cannot be transferred, to use the Service in order to find, give or receive help in the community. You agree not to:',
        {
          list: [
            'use the Service for any purpose that is unlawful, that harms or deceives anyone, or that is commercial advertising;',
            'look at, copy or pass on information that you do not need for the task before you;',
            'use the Service to threaten, harass or discriminate against anyone, or to find a person who does not wish to be found;',
            'upload anything that is unlawful, that infringes the rights of others, or that holds harmful code;',
            'try to get around security, to test the Service for weaknesses without written permission, or to enter an account, a record or a system that is not open to you;',
            'collect data from the Service by automated means, other than through interfaces that the Provider publishes for that purpose;',
            'copy, change, resell or take apart the Service, except where a license or the law allows it in spite of this rule;',
            'put so much load on the Service that its use by others suffers.',
          ],
        },
      ],
    },
    {
      id: 'client-information',
      heading: 'Information About Clients',
      blocks: [
        'If you enter or see Client Information, you agree to:',
        {
          list: [
            'obtain and record the Client’s consent, or be sure of another lawful basis, before you share anything about them;',
            'share no more than the recipient needs in order to help, and only with those whom the consent covers;',
            'respect at once a consent that has been limited or withdrawn;',
            'keep the laws and professional duties that bind you and your Organization, such as the Health Insurance Portability and Accountability Act (HIPAA), the federal rules on substance use treatment records (42 CFR Part 2), the Violence Against Women Act, and the laws of your state;',
            'keep Client Information out of Help Desk tickets and screenshots wherever this is possible;',
            'report any loss or misuse of Client Information to your Organization and to {email} as soon as you learn of it.',
          ],
        },
        'Organizations remain responsible for the records that they keep about Clients. Your Organization may have signed a further agreement with the Provider; where it protects Client Information more strongly than these terms, that agreement prevails.',
      ],
    },
    {
      id: 'your-content',
      heading: 'Your Content',
      blocks: [
        'Your Content remains yours or your Organization’s. You allow the Provider to store, copy, transmit, display and adapt it as far as this is needed to run, protect and improve the Service, and to publish what is meant for the public resource directory. You confirm that you have the right to give this permission and that your Content is accurate as far as you know. The Provider may use Content in a form that identifies nobody for statistics and reports, and may use suggestions that you send without owing you anything for them.',
        'The Provider does not check all Content and does not answer for it, but may remove Content that breaks these terms.',
      ],
    },
    {
      id: 'availability',
      heading: 'Hosting, Availability and Downtime',
      blocks: [
        'The Service is hosted in the United States. If you use it from elsewhere, you do so on your own initiative and are responsible for keeping local law.',
        'Scheduled downtime for maintenance takes place between 9 p.m. and 9 a.m. Eastern Time. During those hours the Service may be slow or may not be available. The Provider tries to announce longer interruptions, and may interrupt the Service at any other time when safety or an urgent repair requires it. The Provider may change or end any part of the Service. No level of availability is promised.',
      ],
    },
    {
      id: 'no-emergency',
      heading: 'Not for Emergencies, and No Professional Advice',
      blocks: [
        'Nobody watches the Service around the clock. In an emergency, call 911. To find help by telephone, call 211.',
        'The Service passes on information and requests. It gives no medical, legal, financial or other professional advice. A place in the directory, a verification or a referral is not a recommendation, and is no promise that a service exists, fits, or has room. Organizations, not the Provider, decide whom they help and are responsible for how they do it.',
      ],
    },
    {
      id: 'fees',
      heading: 'No Fees',
      blocks: [
        'There are no fees for individual access to the Service. You bear the cost of your own devices, internet access, and calls or text messages.',
      ],
    },
    termsConfidentialityEn,
    ...termsRiskEn,
  ],
}
