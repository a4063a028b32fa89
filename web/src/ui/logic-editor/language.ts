import { delimitedIndent, indentNodeProp, LanguageSupport, LRLanguage } from '@codemirror/language';
import { styleTags, tags } from '@lezer/highlight';
import { parser } from '@twinward/domain/language';

const words = styleTags({
  'IfKeyword ElseIfKeyword ElseKeyword ReturnKeyword': tags.controlKeyword,
  'AndKeyword OrKeyword NotKeyword': tags.operatorKeyword,
  'Number Bool': tags.definitionKeyword,
  'True False Null NoCalc': tags.atom,
  'LineComment BlockComment UnclosedComment': tags.comment,
  'NumberLiteral Interval Parameter UnclosedParameter': tags.number,
  'Alias UnclosedAlias': tags.special(tags.variableName),
  'Name UnclosedName': tags.string,
  'VariableName VariableDefinition': tags.variableName,
  FunctionName: tags.function(tags.variableName),
});

const language = LRLanguage.define({
  name: 'xen',
  parser: parser.configure({
    props: [words, indentNodeProp.add({ Block: delimitedIndent({ closing: '}' }) })],
  }),
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['(', '[', '{', '"'] },
    indentOnInput: /^\s*\}$/,
  },
});

/** The Xen language for CodeMirror: the compiler's grammar, with highlighting and indentation. */
export const xen = new LanguageSupport(language);
