// Made from prompts/ by tools/generate-prompts.mjs; change the texts there.
import type { Plan } from '@grasp/plan';

export const PROMPTS = {
  correction:
    'That plan cannot be run:\n{{issues}}\n\nWrite the whole plan again with these faults put right, as one JSON object and nothing else. Keep what was right.',
  emptyResult:
    'That plan is valid but finds nothing. Look again at the names, their node types and the relations, and write another plan as one JSON object and nothing else.',
  example: 'Question: {{question}}\n{{answer}}',
  fusionControl:
    '## Risk level\n\nThe result of the plan is merged with the result of a text search. "risk_level" says how much your plan should count:\n\n- "no_trade": the question has nothing that the graph could help with, or the plan is a guess. The text search decides alone.\n- "weak": the plan holds, but leaves out much of what the question asks, or an anchor is vague.\n- "normal": the plan says most of what is asked.\n- "aggressive": all names are certain, the hops say all that is asked, and few nodes can satisfy them.',
  jsonForm: 'Answer with one JSON object that fits this JSON schema, without any other words:\n{{jsonSchema}}',
  mentionsQuestion: 'Question: {{question}}',
  mentionsRole:
    'Read the question. Say which kind of thing it asks for ("asked"), and list the names and terms that stand in the question, each with its kind ("mentions"). Copy their words from the question as they are. Do not list the thing that is asked for, and do not add names that the question does not hold.\n\nKinds:\n{{nodeTypes}}',
  planOptions:
    'Optional parts, null or an empty list unless the question calls for them:\n\n- "direction" of a hop: "out" along the arrow of the schema, "in" against it, when the question tells the two apart (cites, is cited by).\n- "negated": true on a hop that must not hold ("without", "not", "lacks").\n- "filters" of the target: conditions on its own fields, each with "field", "op" (eq, ne, lt, lte, gt, gte, in, contains) and "value".',
  planRole:
    'You read a question about a knowledge base and write down its structure as a query plan. You do not answer the question. The plan is run against a graph, so it must only use the node types and relations of the schema, spelt as they stand there.',
  planStructure:
    '## The plan\n\nOne JSON object:\n\n- "anchors": what the question names. Each has "var" (a capital letter, a different one each), "text" (the words of the question that name it, unchanged), "label" (its node type) and "match_mode": "name" when the text is a name, "doc" when it only describes something.\n- "hops": steps of the graph. Each goes along the relation "rel" from the variable "from" (an anchor, or the "to_var" of an earlier hop) to the variable "to_var", whose node type is "to_label". A relation may be walked either way; write "from" on the side of the anchor. Variables for things that the question does not name are called X, Y, Z and are no anchors.\n- "target": what is asked for. Its "var" is always "T"; "labels" lists its node types, usually one; "relevance_text" holds the conditions that no hop expresses, in the words of the question, and is empty when there are none.\n- "risk_level": see below.\n\nEvery anchor must lead to T over hops. Two hops that end in the same variable must both hold. Name an entity only when the question names it: never guess one from what you know.',
  question:
    'Question: {{question}}\n\nWrite its plan as one JSON object and nothing else. Judge the risk level by this question alone.',
  schema: '## Schema\n\nNode types:\n{{nodeTypes}}\n\nRelations, as "type - relation -> type":\n{{relations}}',
  unreadable:
    'That was no JSON object. Write the plan as one JSON object and nothing else: no explanation, no code fence.',
} as const;

/** What a data set adds to the prompt. */
interface DataSetPrompt {
  readonly guidance: string;
  readonly examples: readonly { readonly question: string; readonly plan: Plan }[];
}

export const DATA_SET_PROMPTS: Readonly<Record<'stark-amazon' | 'stark-mag' | 'stark-prime', DataSetPrompt>> = {
  'stark-amazon': {
    guidance:
      '## Retrieval mode\n\nAdd "retrieval_mode" to the plan. It says how the graph takes part:\n\n- "doc_search": nothing in the question is a brand, colour, category or product of the graph. One anchor with the variable T, label product, match_mode "doc" and the description as text; no hops; the same description as relevance_text; risk_level "no_trade".\n- "graph_filter_doc": a brand, colour or category narrows the products, and text ranks what is left. One anchor and hop for each; the rest in relevance_text.\n- "graph_expand": a product is named and others are asked for that are bought, viewed or used with it, or that resemble it. The product is the anchor; also_buy or also_view leads to T.\n- "graph_strict": as graph_filter_doc, but the hops say everything and relevance_text is empty.\n- "skip": the question cannot be read as a search for products.\n\n## Rules\n\n1. Only what the question writes down as a brand is a brand. A team, club, licence or sport is none.\n2. Colours are anchors only when they are plain words such as "red" or "navy blue" and belong to the product asked for.\n3. Use a category anchor only for the name of a department ("cycling", "fishing"); the noun that says what the product is belongs to relevance_text.\n4. "Goes with", "bought together" and "compatible with" mean also_buy; "similar to", "like" and "instead of" mean also_view. When unsure use also_buy.\n5. Sizes, materials, prices, ratings, reviews and uses are text: they go to relevance_text, in full.\n6. Two conditions on the same product are two anchors, each with a hop of its own to T. Do not chain them.',
    examples: [
      {
        question: 'Could you recommend a skateboard swing that is easily adjustable for any tree or swing set?',
        plan: {
          anchors: [
            {
              var: 'T',
              text: 'skateboard swing that is easily adjustable for any tree or swing set',
              label: 'product',
              match_mode: 'doc',
            },
          ],
          hops: [],
          target: {
            var: 'T',
            labels: ['product'],
            relevance_text: 'skateboard swing that is easily adjustable for any tree or swing set',
          },
          risk_level: 'no_trade',
          retrieval_mode: 'doc_search',
        },
      },
      {
        question: "Can you recommend a men's swim jammer from the TYR brand?",
        plan: {
          anchors: [{ var: 'A', text: 'TYR', label: 'brand', match_mode: 'name' }],
          hops: [{ from: 'A', rel: 'has_brand', to_var: 'T', to_label: 'product' }],
          target: { var: 'T', labels: ['product'], relevance_text: "men's swim jammer" },
          risk_level: 'normal',
          retrieval_mode: 'graph_filter_doc',
        },
      },
      {
        question:
          'Where can I find a black T-shirt with a Starry Night design by Vincent van Gogh, preferably from the KoolKidzKlothing brand?',
        plan: {
          anchors: [
            { var: 'A', text: 'KoolKidzKlothing', label: 'brand', match_mode: 'name' },
            { var: 'B', text: 'black', label: 'color', match_mode: 'name' },
          ],
          hops: [
            { from: 'A', rel: 'has_brand', to_var: 'T', to_label: 'product' },
            { from: 'B', rel: 'has_color', to_var: 'T', to_label: 'product' },
          ],
          target: {
            var: 'T',
            labels: ['product'],
            relevance_text: 'T-shirt with a Starry Night design by Vincent van Gogh',
          },
          risk_level: 'normal',
          retrieval_mode: 'graph_filter_doc',
        },
      },
      {
        question: 'What pony bottle scuba tanks are typically bought with the Spare-Air 3000 3.0 Kit?',
        plan: {
          anchors: [{ var: 'A', text: 'Spare-Air 3000 3.0 Kit', label: 'product', match_mode: 'name' }],
          hops: [{ from: 'A', rel: 'also_buy', to_var: 'T', to_label: 'product' }],
          target: { var: 'T', labels: ['product'], relevance_text: 'pony bottle scuba tanks' },
          risk_level: 'normal',
          retrieval_mode: 'graph_expand',
        },
      },
      {
        question: 'What are some comfortable and easy-to-wear sport sunglasses similar to the NIKE Siren Sunglasses?',
        plan: {
          anchors: [{ var: 'A', text: 'NIKE Siren Sunglasses', label: 'product', match_mode: 'name' }],
          hops: [{ from: 'A', rel: 'also_view', to_var: 'T', to_label: 'product' }],
          target: { var: 'T', labels: ['product'], relevance_text: 'comfortable and easy-to-wear sport sunglasses' },
          risk_level: 'normal',
          retrieval_mode: 'graph_expand',
        },
      },
    ],
  },
  'stark-mag': {
    guidance:
      '## Shapes of question\n\nQuestions about this graph mostly have one of seven shapes. Find the one that fits, then fill it in.\n\n1. author -> paper. Papers by a named author.\n2. paper -> paper over cites. Papers that cite, or are cited by, a named paper.\n3. field_of_study -> paper over has_topic. Papers on a topic.\n4. institution -> author -> paper. Papers by people of a named institution: affiliated_with, then writes.\n5. paper -> author -> paper. Papers that share an author with a named paper: writes, then writes.\n6. paper -> author -> paper together with paper -> field_of_study -> paper, from the same named paper. Papers that share both an author and a topic with it: one anchor with two branches.\n7. institution -> author -> paper together with field_of_study -> paper. Papers on a topic by people of an institution: two anchors.\n\nA title or name in quotation marks is one anchor, whole. Years, methods, findings and what a paper is "about" go to relevance_text, unless the words are plainly the name of a field of study.',
    examples: [],
  },
  'stark-prime': {
    guidance:
      '## How these questions are built\n\nQuestions name one or two genes, drugs, diseases, phenotypes, tissues, pathways or functions, and ask for a node one or two steps away. The node between is usually not named ("a drug that is carried by …"): it is a variable, not an anchor. When one named thing is joined to the answer in two ways ("interacts with it and shares a disease with it"), it is one anchor with two branches. What a node does, how long it acts or what it looks like is text, so it goes to relevance_text. Say "expression absent" for tissues in which a gene is not found; this is a relation of its own, no negation.',
    examples: [
      {
        question: 'Find disorders linked to the CNTN6 gene that have contraindications with the use of Lindane.',
        plan: {
          anchors: [
            { var: 'A', text: 'CNTN6', label: 'gene/protein', match_mode: 'name' },
            { var: 'B', text: 'Lindane', label: 'drug', match_mode: 'name' },
          ],
          hops: [
            { from: 'A', rel: 'associated with', to_var: 'T', to_label: 'disease' },
            { from: 'B', rel: 'contraindication', to_var: 'T', to_label: 'disease' },
          ],
          target: { var: 'T', labels: ['disease'], relevance_text: '' },
          risk_level: 'aggressive',
        },
      },
      {
        question: 'Which genes or proteins are expressed in the gallbladder but not found in the decidua?',
        plan: {
          anchors: [
            { var: 'A', text: 'gallbladder', label: 'anatomy', match_mode: 'name' },
            { var: 'B', text: 'decidua', label: 'anatomy', match_mode: 'name' },
          ],
          hops: [
            { from: 'A', rel: 'expression present', to_var: 'T', to_label: 'gene/protein' },
            { from: 'B', rel: 'expression absent', to_var: 'T', to_label: 'gene/protein' },
          ],
          target: { var: 'T', labels: ['gene/protein'], relevance_text: '' },
          risk_level: 'normal',
        },
      },
      {
        question: 'Which genes or proteins are not expressed in either lymph nodes or tonsils?',
        plan: {
          anchors: [
            { var: 'A', text: 'lymph nodes', label: 'anatomy', match_mode: 'name' },
            { var: 'B', text: 'tonsils', label: 'anatomy', match_mode: 'name' },
          ],
          hops: [
            { from: 'A', rel: 'expression absent', to_var: 'T', to_label: 'gene/protein' },
            { from: 'B', rel: 'expression absent', to_var: 'T', to_label: 'gene/protein' },
          ],
          target: { var: 'T', labels: ['gene/protein'], relevance_text: '' },
          risk_level: 'normal',
        },
      },
      {
        question:
          "Which medication interacts with genes or proteins present in the pineal gland, and plays a key role in controlling the synthesis of melatonin, managing the body's circadian rhythms, and governing the sleep-wake patterns in individuals?",
        plan: {
          anchors: [{ var: 'A', text: 'pineal gland', label: 'anatomy', match_mode: 'name' }],
          hops: [
            { from: 'A', rel: 'expression present', to_var: 'X', to_label: 'gene/protein' },
            { from: 'X', rel: 'target', to_var: 'T', to_label: 'drug' },
          ],
          target: {
            var: 'T',
            labels: ['drug'],
            relevance_text: 'controlling the synthesis of melatonin, circadian rhythms and sleep-wake patterns',
          },
          risk_level: 'weak',
        },
      },
      {
        question:
          'Which medication inhibiting muscarinic acetylcholine receptors has side effects similar to those of Idoxuridine?',
        plan: {
          anchors: [{ var: 'A', text: 'Idoxuridine', label: 'drug', match_mode: 'name' }],
          hops: [
            { from: 'A', rel: 'side effect', to_var: 'X', to_label: 'effect/phenotype' },
            { from: 'X', rel: 'side effect', to_var: 'T', to_label: 'drug' },
          ],
          target: { var: 'T', labels: ['drug'], relevance_text: 'inhibiting muscarinic acetylcholine receptors' },
          risk_level: 'weak',
        },
      },
      {
        question:
          'Which selective progesterone receptor modulator shares a common gene or protein carrier with the drug Solifenacin?',
        plan: {
          anchors: [{ var: 'A', text: 'Solifenacin', label: 'drug', match_mode: 'name' }],
          hops: [
            { from: 'A', rel: 'carrier', to_var: 'X', to_label: 'gene/protein' },
            { from: 'X', rel: 'carrier', to_var: 'T', to_label: 'drug' },
          ],
          target: { var: 'T', labels: ['drug'], relevance_text: 'selective progesterone receptor modulator' },
          risk_level: 'weak',
        },
      },
      {
        question: 'Which medications act on genes or proteins associated with binding to inositol hexakisphosphate?',
        plan: {
          anchors: [
            { var: 'A', text: 'binding to inositol hexakisphosphate', label: 'molecular_function', match_mode: 'name' },
          ],
          hops: [
            { from: 'A', rel: 'interacts with', to_var: 'X', to_label: 'gene/protein' },
            { from: 'X', rel: 'target', to_var: 'T', to_label: 'drug' },
          ],
          target: { var: 'T', labels: ['drug'], relevance_text: '' },
          risk_level: 'normal',
        },
      },
      {
        question:
          'Which selective histone deacetylase inhibitor demonstrates synergistic effects when used in combination with a medication known to induce Tibial torsion as an adverse reaction?',
        plan: {
          anchors: [{ var: 'A', text: 'Tibial torsion', label: 'effect/phenotype', match_mode: 'name' }],
          hops: [
            { from: 'A', rel: 'side effect', to_var: 'X', to_label: 'drug' },
            { from: 'X', rel: 'synergistic interaction', to_var: 'T', to_label: 'drug' },
          ],
          target: { var: 'T', labels: ['drug'], relevance_text: 'selective histone deacetylase inhibitor' },
          risk_level: 'weak',
        },
      },
      {
        question:
          'Which renal condition is typically considered a contraindication for medications commonly used to treat sickle cell anemia?',
        plan: {
          anchors: [{ var: 'A', text: 'sickle cell anemia', label: 'disease', match_mode: 'name' }],
          hops: [
            { from: 'A', rel: 'indication', to_var: 'X', to_label: 'drug' },
            { from: 'X', rel: 'contraindication', to_var: 'T', to_label: 'disease' },
          ],
          target: { var: 'T', labels: ['disease'], relevance_text: 'renal condition' },
          risk_level: 'weak',
        },
      },
      {
        question: 'Which side effects or phenotypes are associated with drugs transported by the SLC39A9 protein?',
        plan: {
          anchors: [{ var: 'A', text: 'SLC39A9', label: 'gene/protein', match_mode: 'name' }],
          hops: [
            { from: 'A', rel: 'transporter', to_var: 'X', to_label: 'drug' },
            { from: 'X', rel: 'side effect', to_var: 'T', to_label: 'effect/phenotype' },
          ],
          target: { var: 'T', labels: ['effect/phenotype'], relevance_text: '' },
          risk_level: 'normal',
        },
      },
      {
        question:
          'Which gene or protein implicated in Type II Hyperoxaluria has an interaction with the gene or protein that plays a role in the beta-oxidation pathway of pristanoyl-CoA?',
        plan: {
          anchors: [
            { var: 'A', text: 'beta-oxidation pathway of pristanoyl-CoA', label: 'pathway', match_mode: 'name' },
          ],
          hops: [
            { from: 'A', rel: 'interacts with', to_var: 'X', to_label: 'gene/protein' },
            { from: 'X', rel: 'ppi', to_var: 'T', to_label: 'gene/protein' },
          ],
          target: { var: 'T', labels: ['gene/protein'], relevance_text: 'implicated in Type II Hyperoxaluria' },
          risk_level: 'normal',
        },
      },
      {
        question:
          'Which gene or protein facilitates the transport of drugs exhibiting synergistic effects when combined with Copper?',
        plan: {
          anchors: [{ var: 'A', text: 'Copper', label: 'drug', match_mode: 'name' }],
          hops: [
            { from: 'A', rel: 'synergistic interaction', to_var: 'X', to_label: 'drug' },
            { from: 'X', rel: 'transporter', to_var: 'T', to_label: 'gene/protein' },
          ],
          target: { var: 'T', labels: ['gene/protein'], relevance_text: '' },
          risk_level: 'normal',
        },
      },
      {
        question: "Which anatomical parts express the gene or protein impacting Troglitazone's transporter mechanism?",
        plan: {
          anchors: [{ var: 'A', text: 'Troglitazone', label: 'drug', match_mode: 'name' }],
          hops: [
            { from: 'A', rel: 'transporter', to_var: 'X', to_label: 'gene/protein' },
            { from: 'X', rel: 'expression present', to_var: 'T', to_label: 'anatomy' },
          ],
          target: { var: 'T', labels: ['anatomy'], relevance_text: '' },
          risk_level: 'normal',
        },
      },
      {
        question: 'Which cellular structures associate with the genes or proteins that Avapritinib targets?',
        plan: {
          anchors: [{ var: 'A', text: 'Avapritinib', label: 'drug', match_mode: 'name' }],
          hops: [
            { from: 'A', rel: 'target', to_var: 'X', to_label: 'gene/protein' },
            { from: 'X', rel: 'interacts with', to_var: 'T', to_label: 'cellular_component' },
          ],
          target: { var: 'T', labels: ['cellular_component'], relevance_text: '' },
          risk_level: 'normal',
        },
      },
      {
        question:
          'Which anatomical structures lack the expression of genes or proteins that facilitate taurine transportation?',
        plan: {
          anchors: [{ var: 'A', text: 'taurine transportation', label: 'biological_process', match_mode: 'name' }],
          hops: [
            { from: 'A', rel: 'interacts with', to_var: 'X', to_label: 'gene/protein' },
            { from: 'X', rel: 'expression absent', to_var: 'T', to_label: 'anatomy' },
          ],
          target: { var: 'T', labels: ['anatomy'], relevance_text: '' },
          risk_level: 'normal',
        },
      },
      {
        question:
          'Identify medications that interact synergistically with Melevodopa and are also prescribed for the same medical condition.',
        plan: {
          anchors: [{ var: 'A', text: 'Melevodopa', label: 'drug', match_mode: 'name' }],
          hops: [
            { from: 'A', rel: 'synergistic interaction', to_var: 'T', to_label: 'drug' },
            { from: 'A', rel: 'indication', to_var: 'X', to_label: 'disease' },
            { from: 'X', rel: 'indication', to_var: 'T', to_label: 'drug' },
          ],
          target: { var: 'T', labels: ['drug'], relevance_text: '' },
          risk_level: 'aggressive',
        },
      },
      {
        question: 'Identify pathways associated with PDGF signaling that also interact with a common gene or protein.',
        plan: {
          anchors: [{ var: 'A', text: 'PDGF signaling', label: 'pathway', match_mode: 'name' }],
          hops: [
            { from: 'A', rel: 'parent-child', to_var: 'T', to_label: 'pathway' },
            { from: 'A', rel: 'interacts with', to_var: 'X', to_label: 'gene/protein' },
            { from: 'X', rel: 'interacts with', to_var: 'T', to_label: 'pathway' },
          ],
          target: { var: 'T', labels: ['pathway'], relevance_text: '' },
          risk_level: 'normal',
        },
      },
      {
        question: 'Identify proteins or genes that interact with PUM1 and are linked to a mutual disease.',
        plan: {
          anchors: [{ var: 'A', text: 'PUM1', label: 'gene/protein', match_mode: 'name' }],
          hops: [
            { from: 'A', rel: 'ppi', to_var: 'T', to_label: 'gene/protein' },
            { from: 'A', rel: 'associated with', to_var: 'X', to_label: 'disease' },
            { from: 'X', rel: 'associated with', to_var: 'T', to_label: 'gene/protein' },
          ],
          target: { var: 'T', labels: ['gene/protein'], relevance_text: '' },
          risk_level: 'aggressive',
        },
      },
      {
        question: 'Identify proteins or genes that interact with SLX4 and share a common phenotype or effect.',
        plan: {
          anchors: [{ var: 'A', text: 'SLX4', label: 'gene/protein', match_mode: 'name' }],
          hops: [
            { from: 'A', rel: 'ppi', to_var: 'T', to_label: 'gene/protein' },
            { from: 'A', rel: 'associated with', to_var: 'X', to_label: 'effect/phenotype' },
            { from: 'X', rel: 'associated with', to_var: 'T', to_label: 'gene/protein' },
          ],
          target: { var: 'T', labels: ['gene/protein'], relevance_text: '' },
          risk_level: 'aggressive',
        },
      },
    ],
  },
};
