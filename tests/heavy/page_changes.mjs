// The changes of the page's sources, as JSON: `node page_changes.mjs WEB FILE...`; their kinds are those of kinds.py.
// Types, imports, texts and what is written to the console are let alone; of a component only its script is altered.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [web, ...files] = process.argv.slice(2);
const ts = createRequire(resolve(web, "package.json"))("typescript");
const K = ts.SyntaxKind;
const SCRIPT = /(<script\b[^>]*>)([^]*?)<\/script>/g;
const COMPARISONS = { "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===", "==": "!=", "!=": "==" };
const SIGNS = { "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=" };
const ARMS = new Set(["&&", "||", "??"]);
const OTHER_ARM = { "&&": "||", "||": "&&" };
/** Methods whose answer is a thing like the one they are asked of. */
const SAME = new Set(
  "trim trimStart trimEnd toLowerCase toUpperCase normalize slice filter sort toSorted reverse toReversed concat replace replaceAll".split(" "),
);
const KEYED = new Set(["get", "set", "has", "delete", "add", "stringify"]);
const KEY_NAME = /(^key|Key|Digest|Signature|knowledge)/;
const CONSOLE = /^console\./;

/** The types of properties and the rows of words, in all files: what can be mistaken for one another. */
const types = new Map();
const rows = new Map();

/** The parts of a file that are TypeScript, each with where it begins. */
function scripts(path, source) {
  if (!path.endsWith(".svelte")) return [{ begin: 0, text: source, component: false }];
  return [...source.matchAll(SCRIPT)].map((found) => ({ begin: found.index + found[1].length, text: found[2], component: true }));
}

function parse({ text }) {
  return ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
}

function each(node, visit) {
  visit(node);
  node.forEachChild((child) => each(child, visit));
}

/** Learn the declared types of properties, and the words that a union or a list of comparisons names. */
function learn(file) {
  each(file, (node) => {
    if ((ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isParameter(node)) && node.type) {
      const name = node.name.getText();
      types.set(name, (types.get(name) ?? new Set()).add(node.type.getText()));
    }
    if (ts.isUnionTypeNode(node)) {
      const row = node.types.filter((one) => ts.isLiteralTypeNode(one) && ts.isStringLiteral(one.literal)).map((one) => one.literal.text);
      for (const word of row.filter(Boolean)) rows.set(word, [...(rows.get(word) ?? []), row]);
    }
  });
}

/** What follows something in a row without doubles, the first behind the last; nothing where it is alone. */
function next(one, row) {
  const names = [...new Set(row)];
  return names.length > 1 && names.includes(one) ? [names[(names.indexOf(one) + 1) % names.length]] : [];
}

const isFunction = (node) => ts.isFunctionLike(node) && node.body;
const isEffect = (node) => ts.isExpressionStatement(node) && !CONSOLE.test(node.getText());
const isPlain = (node) => ts.isIdentifier(node) || ts.isPropertyAccessExpression(node);
const isWord = (node) => ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);

/** An expression as text, in brackets where what stands around it might take it apart. */
function text(node) {
  const whole = isPlain(node) || isWord(node) || ts.isCallExpression(node) || ts.isParenthesizedExpression(node) || ts.isNumericLiteral(node);
  return whole || ts.isArrayLiteralExpression(node) ? node.getText() : `(${node.getText()})`;
}

/** The name of a function and those it stands in. */
function nameOf(node) {
  const names = [];
  for (let at = node; at; at = at.parent) {
    const named = isFunction(at) || ts.isClassLike(at) || (ts.isVariableDeclaration(at) && ts.isFunctionLike(at.initializer ?? at));
    if (named && at.name && ts.isIdentifier(at.name)) names.unshift(at.name.text);
  }
  return names.join(".");
}

/** Whether a node or one around it is a type, an import, or a text that people read. */
function isLetAlone(node) {
  return (
    ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) || (ts.isExpressionStatement(node) && CONSOLE.test(node.getText()))
  );
}

/** What can be mistaken for a name within one function: arguments of the same type and names of one list. */
function namesBeside(whole) {
  const sorts = [];
  const byType = new Map();
  for (const one of whole.parameters ?? []) {
    if (one.type && ts.isIdentifier(one.name)) {
      const key = one.type.getText();
      byType.set(key, [...(byType.get(key) ?? []), one.name.text]);
    }
  }
  each(whole, (node) => {
    if (ts.isArrayBindingPattern(node)) {
      sorts.push(node.elements.filter((one) => ts.isBindingElement(one) && ts.isIdentifier(one.name)).map((one) => one.name.text));
    }
  });
  return [...byType.values(), ...sorts];
}

/** The properties that a function reads of each thing. */
function propertiesBeside(whole) {
  const found = new Map();
  each(whole, (node) => {
    if (ts.isPropertyAccessExpression(node) && !isCalled(node)) {
      const of = node.expression.getText();
      found.set(of, [...(found.get(of) ?? []), node.name.text]);
    }
  });
  return found;
}

const isCalled = (node) => ts.isCallExpression(node.parent) && node.parent.expression === node;
const isAssigned = ({ parent, pos }) =>
  (ts.isBinaryExpression(parent) && parent.left.pos === pos && ts.isAssignmentOperator(parent.operatorToken.kind)) ||
  ((ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) && /^\+\+|^--|\+\+$|--$/.test(parent.getText()));

/** Every change of a function or of a component's script: its kind, from where to where, and what comes there. */
function* changesOf(whole) {
  const names = namesBeside(whole);
  const properties = propertiesBeside(whole);
  const todo = [whole.body ?? whole];
  if (whole.parameters) todo.push(...whole.parameters);
  while (todo.length) {
    const node = todo.pop();
    if (isLetAlone(node) || (node !== whole.body && node !== whole && isFunction(node) && nameOf(node) !== nameOf(whole))) continue;
    if (!ts.isTemplateExpression(node) || isKey(node)) {
      for (const [kind, old, to, last] of ts.isSourceFile(node) ? ofOrder(node) : alterations(node, names, properties)) {
        yield { kind, begin: old.getStart(), end: (last ?? old).end, text: to };
      }
    }
    if (!ts.isTemplateExpression(node)) node.forEachChild((child) => void todo.push(child));
  }
}

function* alterations(node, names, properties) {
  if (ts.isBinaryExpression(node)) yield* ofOperator(node);
  if (ts.isPrefixUnaryExpression(node) && node.operator === K.ExclamationToken) yield ["condition", node, text(node.operand)];
  if (ts.isPrefixUnaryExpression(node) && node.operator === K.MinusToken && !ts.isNumericLiteral(node.operand)) {
    yield ["sign", node, text(node.operand)];
  }
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) {
    yield ["condition", node.expression, `!(${node.expression.getText()})`];
    yield ["condition", node.expression, "false"];
    if (ts.isIfStatement(node)) yield ["condition", node.expression, "true"];
  }
  if (ts.isConditionalExpression(node)) {
    yield ["condition", node.condition, `!(${node.condition.getText()})`];
    yield* [node.whenTrue, node.whenFalse].map((arm) => ["condition", node, text(arm)]);
  }
  yield* ofConstant(node);
  if (isStatement(node)) yield ["statement", node, ";"];
  if (ts.isCallExpression(node)) yield* ofCall(node);
  yield* ofOrder(node);
  yield* ofKey(node);
  yield* ofNeighbours(node, names, properties);
}

function* ofOperator(node) {
  const { left, right } = node;
  const operator = node.operatorToken.getText();
  if (operator in COMPARISONS) yield ["comparison", node.operatorToken, COMPARISONS[operator]];
  if (operator in SIGNS && ![left, right].some((side) => isWord(side) || ts.isTemplateExpression(side))) {
    yield ["sign", node.operatorToken, SIGNS[operator]];
  }
  if (ARMS.has(operator)) {
    if (operator in OTHER_ARM) yield ["condition", node, `(${text(left)} ${OTHER_ARM[operator]} ${text(right)})`];
    yield* [right, left].map((arm) => ["condition", node, text(arm)]);
  }
}

function* ofConstant(node) {
  const kind = ts.isParameter(node.parent) ? "default" : "number";
  if (node.kind === K.TrueKeyword || node.kind === K.FalseKeyword) yield [kind, node, String(node.kind === K.FalseKeyword)];
  if (!ts.isNumericLiteral(node) || !/^\d+$/.test(node.text) || ts.isPrefixUnaryExpression(node.parent)) return;
  yield [kind, node, String(Number(node.text) + 1)];
  const first = ts.isElementAccessExpression(node.parent) && node.text === "0"; // where there is but one, the last is the same
  if (!first) yield [kind, node, node.text === "0" ? "-1" : String(Number(node.text) - 1)];
}

function isStatement(node) {
  if (ts.isReturnStatement(node)) return node.expression && !/^(false|null|undefined)$/.test(node.expression.getText());
  return isEffect(node) || ts.isThrowStatement(node) || ts.isContinueStatement(node) || ts.isBreakStatement(node);
}

function* ofCall(node) {
  const method = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : "";
  const of = method ? node.expression.expression.getText() : node.expression.getText();
  const given = node.arguments.filter((one) => !ts.isArrowFunction(one) && !ts.isLiteralExpression(one) && !ts.isSpreadElement(one));
  if (of === "Math" && (method === "min" || method === "max")) {
    yield ["comparison", node.expression.name, method === "min" ? "max" : "min"];
    yield* given.map((one) => ["call", node, text(one)]);
    return;
  }
  const needed = ts.isExpressionStatement(node.parent) || ts.isAwaitExpression(node.parent) || ts.isVoidExpression(node.parent);
  if (needed || of.startsWith("$")) return;
  if (SAME.has(method)) yield ["call", node, text(node.expression.expression)];
  else if (given.length && (of === "Math" || of === "this" || (!method && /^[a-z_]/.test(of)))) yield ["call", node, text(given[0])];
}

function* ofOrder(node) {
  const body = ts.isBlock(node) || ts.isSourceFile(node) || ts.isCaseOrDefaultClause(node) ? node.statements : [];
  for (let k = 1; k < body.length; k++) {
    const [one, other] = [body[k - 1], body[k]];
    if (isEffect(one) && isEffect(other) && orderCounts(one, other)) yield ["order", one, `${ended(other)} ${ended(one)}`, other];
  }
  const list = ts.isCallExpression(node) && !/^(Math|Object)\b|\bmin$|\bmax$/.test(node.expression.getText()) ? node.arguments : [];
  yield* exchanged(list, isPlain);
  if (ts.isArrayLiteralExpression(node) && !isKey(node) && !isAskedFor(node)) yield* exchanged(node.elements, (one) => !ts.isSpreadElement(one));
  const method = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : "";
  if (/^(sort|toSorted)$/.test(method) && node.arguments.length) yield ["order", node, `${node.expression.getText()}()`];
}

/** What a statement gives a value; "" where it only calls something. */
const targetOf = ({ expression: one }) => (ts.isBinaryExpression(one) && ts.isAssignmentOperator(one.operatorToken.kind) ? one.left.getText() : "");

/** Whether it may matter which of two statements is first: both call something, or one reads what the other alters. */
function orderCounts(one, other) {
  const calls = (node) => /\(/.test(node.getText());
  if (!targetOf(one) && !targetOf(other)) return calls(one) && calls(other);
  return [[one, other], [other, one]].some(([first, second]) => targetOf(first) && second.getText().includes(targetOf(first)));
}

const ended = (node) => (/[;}]$/.test(node.getText()) ? node.getText() : `${node.getText()};`);
const isAskedFor = (node) => /^\.(includes|some|every)\b/.test(node.parent.getText().slice(node.getText().length)) || ts.isNewExpression(node.parent);

function* exchanged(items, may) {
  for (let k = 1; k < items.length; k++) {
    const [one, other] = [items[k - 1], items[k]];
    if (may(one) && may(other) && one.getText() !== other.getText()) {
      yield ["order", one, `${other.getText()}, ${one.getText()}`, other];
    }
  }
}

/** Whether something is found by a text or a list, or told apart from others by it. */
function isKey(node) {
  const parent = node.parent;
  if (ts.isCallExpression(parent) && ts.isPropertyAccessExpression(parent.expression)) {
    return parent.arguments[0] === node && KEYED.has(parent.expression.name.text);
  }
  if (ts.isElementAccessExpression(parent)) return parent.argumentExpression === node;
  if (ts.isVariableDeclaration(parent)) return KEY_NAME.test(parent.name.getText());
  return (ts.isReturnStatement(parent) || ts.isArrowFunction(parent)) && KEY_NAME.test(nameOf(node).split(".").pop());
}

function* ofKey(node) {
  if (ts.isArrayLiteralExpression(node) && isKey(node)) {
    const parts = node.elements.map((one) => one.getText());
    yield* parts.map((_, k) => ["key", node, `[${parts.filter((_, other) => other !== k).join(", ")}]`]);
  }
  if (ts.isTemplateExpression(node) && isKey(node)) {
    const source = node.getText();
    for (const span of node.templateSpans) {
      const begin = span.expression.getFullStart() - node.getStart() - 2;
      yield ["key", node, source.slice(0, begin) + source.slice(span.literal.getStart() - node.getStart() + 1)];
    }
  }
}

function* ofNeighbours(node, names, properties) {
  if (ts.isPropertyAccessExpression(node) && !isCalled(node) && !isAssigned(node)) {
    const mine = types.get(node.name.text) ?? new Set();
    const row = (properties.get(node.expression.getText()) ?? []).filter(
      (one) => one === node.name.text || [...mine].some((type) => types.get(one)?.has(type)),
    );
    yield* next(node.name.text, row).map((other) => ["neighbour", node.name, other]);
  }
  if (ts.isIdentifier(node) && !isCalled(node) && isRead(node)) {
    const others = names.flatMap((row) => next(node.text, row));
    if (others.length) yield ["neighbour", node, others[0]];
  }
  if (isWord(node) && !ts.isPropertyAssignment(node.parent) && !ts.isLiteralTypeNode(node.parent)) {
    const others = (rows.get(node.text) ?? []).flatMap((row) => next(node.text, row));
    if (others.length) yield ["constant", node, JSON.stringify(others[0])];
  }
}

/** Whether an identifier is a variable whose value is read. */
function isRead(node) {
  const parent = node.parent;
  const declares = parent.name === node || parent.propertyName === node || ts.isBindingElement(parent) || ts.isParameter(parent);
  return !declares && !isAssigned(node) && !ts.isShorthandPropertyAssignment(parent);
}

const sources = files.map((path) => ({ path, source: readFileSync(join(web, path), "utf-8") }));
const parsed = sources.flatMap(({ path, source }) => scripts(path, source).map((part) => ({ path, source, part, file: parse(part) })));
for (const { file } of parsed) learn(file);

const found = [];
for (const { path, source, part, file } of parsed) {
  const starts = [...source.matchAll(/\n/g)].map((end) => end.index + 1);
  const place = (at) => {
    const line = starts.filter((start) => start <= at).length;
    return [line + 1, Buffer.byteLength(source.slice(line ? starts[line - 1] : 0, at))];
  };
  const wholes = part.component ? [file] : [];
  each(file, (node) => {
    const outer = isFunction(node) && nameOf(node) !== nameOf(node.parent);
    if (outer) wholes.push(node);
  });
  for (const whole of wholes) {
    for (const { kind, begin, end, text } of changesOf(whole)) {
      const [line, column] = place(part.begin + begin);
      const [last_line, last_column] = place(part.begin + end);
      found.push({ path, function: nameOf(whole), line, column, last_line, last_column, text, kind });
    }
  }
}
console.log(JSON.stringify(found));
