/** What the made-up workflows are about. All lists are read by position, so that adding to one changes later output. */

export const teams = ['billing', 'catalog', 'data', 'docs', 'growth', 'infra', 'legal', 'mobile', 'payments', 'search'];

export const services = ['api', 'batch', 'console', 'gateway', 'ingest', 'mailer', 'portal', 'reports', 'worker'];

export const topics = [
  'invoices',
  'release notes',
  'open tickets',
  'failed builds',
  'customer reviews',
  'price changes',
  'security advisories',
  'stale branches',
  'usage figures',
  'contract drafts',
  'survey answers',
  'error reports',
];

export const hosts = [
  'feeds.example.com',
  'status.example.net',
  'api.partner.example',
  'news.example.org',
  'hooks.chat.example',
  'prices.example.com',
];

export const servers = ['tracker', 'crm', 'wiki', 'calendar', 'warehouse'];

export const models = ['anthropic/claude-sonnet-4-5', 'openai/gpt-5-mini', 'mistral/mistral-large', 'ollama/llama3.3'];

/** `{topic}` stands for the topic of the workflow. */
export const requests = [
  'Go through the {topic} below and list what changed since last week.',
  'Group the {topic} by owner; keep every identifier exactly as it is written.',
  'Write one short paragraph on the {topic} for people who were not there.',
  'Name the three {topic} that need a decision today, and say who has to take it.',
  'Compare the {topic} with the guideline and quote the lines that do not follow it.',
  'Turn the {topic} into a table with date, subject, amount and state.',
  'Find duplicates among the {topic} and keep the most recent of each.',
  'Judge how urgent each of the {topic} is, from 1 to 4, with one reason.',
];

export const manners = [
  'Do not guess: where something is missing, say that it is missing.',
  'Keep to the order of the input.',
  'Answer in plain English, without headings.',
  'Leave out names of people and their addresses.',
  'Amounts stay in the currency they came in.',
  'Return JSON only, one object per line.',
];

export const commands = [
  ['git', 'log', '--oneline', '-n', '50'],
  ['npm', 'test', '--silent'],
  ['make', 'report'],
  ['python3', 'tools/summarise.py', '--quiet'],
  ['cargo', 'audit', '--json'],
] as const;
