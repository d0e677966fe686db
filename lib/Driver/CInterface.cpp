//===- CInterface.cpp - A program as functions of C -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/CInterface.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace dtensor {

/// Words that are no names in C or in C++, and names of the header itself.
static bool isReserved(StringRef name) {
  static const StringSet<> words = {
      "alignas", "alignof",  "and",      "asm",      "auto",      "bool",
      "break",   "case",     "catch",    "char",     "class",     "concept",
      "const",   "continue", "decltype", "default",  "delete",    "do",
      "double",  "else",     "enum",     "explicit", "export",    "extern",
      "false",   "float",    "for",      "friend",   "goto",      "if",
      "inline",  "int",      "long",     "mutable",  "namespace", "new",
      "not",     "nullptr",  "operator", "or",       "private",   "protected",
      "public",  "register", "requires", "restrict", "return",    "short",
      "signed",  "sizeof",   "static",   "struct",   "switch",    "template",
      "this",    "throw",    "true",     "try",      "typedef",   "typename",
      "union",   "unsigned", "using",    "virtual",  "void",      "volatile",
      "while",   "xor"};
  return words.contains(name);
}

/// `text` as a name of C: other characters become `_`, once in a row.
static std::string makeName(StringRef text) {
  std::string name;
  for (char each : text) {
    char next = isAlnum(each) ? each : '_';
    if (next != '_' || (!name.empty() && name.back() != '_'))
      name += next;
  }
  if (!name.empty() && name.back() == '_')
    name.pop_back();
  if (name.empty() || isDigit(name.front()))
    name.insert(0, "v");
  return isReserved(name) ? name + "_" : name;
}

/// The type of elements in C. Formats that C lacks are passed as their bits.
static std::string getCType(const ValueSignature &value) {
  ElementType type = value.elementType;
  unsigned bytes = getByteSize(type) / (isComplex(type) ? 2 : 1);
  if (!isInteger(type) && bytes >= 4)
    return bytes == 4 ? "float" : "double";
  bool isSigned =
      isInteger(type) && type != ElementType::I1 && !value.isUnsigned;
  return (isSigned ? "int" : "uint") + std::to_string(8 * bytes) + "_t";
}

bool CInterface::Value::isDynamic() const {
  return is_contained(signature->shape, INT64_MIN);
}

Error CInterface::addValues() {
  const Signature &signature = program.getSignature();
  StringSet<> names;
  auto add = [&](const ValueSignature &value) {
    std::string name = makeName(value.name), unique = name;
    for (unsigned i = 2; !names.insert(unique).second; ++i)
      unique = name + (name.back() == '_' ? "" : "_") + std::to_string(i);
    names.insert(unique + "_extents");
    values.push_back({&value, unique, false});
  };
  for (auto [i, argument] : enumerate(signature.arguments)) {
    if (argument.layout.isPartial())
      return createStringError(
          "argument " + Twine(i) + " ('" + argument.name +
          "'): required a layout that is not partial, since a function of C "
          "takes its whole value, found " +
          argument.layout.str(signature.mesh));
    add(argument);
  }
  for (auto [i, result] : enumerate(signature.results)) {
    std::string what =
        ("result " + Twine(i) + " ('" + result.name + "'): required ").str();
    if (is_contained(result.shape, INT64_MIN))
      return createStringError(
          what +
          "static extents, since the caller of a function of C has its "
          "memory, found " +
          formatTensorType(result.shape, result.elementType));
    for (PartialDim partial : result.layout.getPartial())
      if (partial.combiner != result.layout.getPartial().front().combiner)
        return createStringError(what + "one combiner, found " +
                                 result.layout.str(signature.mesh));
    add(result);
  }
  for (const ValueSignature &result : signature.results)
    if (result.donor)
      values[*result.donor].isDonated = true;
  return Error::success();
}

Expected<CInterface> CInterface::create(StringRef name,
                                        const CompiledProgram &program) {
  CInterface interface(program);
  interface.prefix = makeName(name);
  if (Error error = interface.addValues())
    return std::move(error);
  return interface;
}

//===----------------------------------------------------------------------===//
// The header
//===----------------------------------------------------------------------===//

std::string CInterface::printParameters(bool components) const {
  std::string text;
  raw_string_ostream os(text);
  const char *separator = "";
  size_t numArguments = program.getSignature().arguments.size();
  for (auto [i, value] : enumerate(values)) {
    bool isArgument = i < numArguments;
    // Its component is the one of the argument.
    if (components && value.signature->donor)
      continue;
    bool isConst = isArgument && !(components && value.isDonated);
    os << separator << (isConst ? "const " : "") << getCType(*value.signature)
       << (components ? " *const *" : " *") << value.name;
    separator = ", ";
    if (isArgument && value.isDynamic())
      os << separator << "const int64_t *" << value.getExtentsName();
  }
  return text.empty() ? "void" : text;
}

static void printShape(ArrayRef<int64_t> shape, raw_ostream &os) {
  os << "[";
  interleave(
      shape, os,
      [&](int64_t extent) {
        if (extent == INT64_MIN)
          os << "?";
        else
          os << extent;
      },
      ", ");
  os << "]";
}

/// Prints the shapes of components. Neighbouring devices mostly have the same.
static void printLocalShapes(const Mesh &mesh, const ValueSignature &value,
                             raw_ostream &os) {
  auto getShape = [&](int64_t device) {
    return getBoxShape(value.layout.getOwnedBox(mesh, value.shape, device));
  };
  int64_t numDevices = mesh.getNumDevices();
  for (int64_t first = 0, next; first < numDevices; first = next) {
    for (next = first + 1; next < numDevices; ++next)
      if (getShape(next) != getShape(first))
        break;
    os << (first == 0 ? "" : ", ");
    printShape(getShape(first), os);
    if (next - first == 1 && numDevices > 1)
      os << " on device " << first;
    else if (next - first < numDevices)
      os << " on devices " << first << " to " << next - 1;
  }
}

void CInterface::describe(const Value &value, raw_ostream &os) const {
  const Mesh &mesh = program.getSignature().mesh;
  const ValueSignature &signature = *value.signature;
  os << " *   " << value.name << ": " << stringify(signature.elementType)
     << (signature.isUnsigned ? ", unsigned" : "");
  if (signature.isTensor) {
    os << ", shape ";
    printShape(signature.shape, os);
    if (!signature.layout.getAxes().empty() || signature.layout.isPartial())
      os << ", layout " << signature.layout.str(mesh);
    if (!value.isDynamic() && mesh.getNumDevices() > 1) {
      os << "\n *     components ";
      printLocalShapes(mesh, signature, os);
    }
  }
  if (value.isDonated)
    os << "\n *     donated: run_components overwrites its components";
  if (signature.donor)
    os << "\n *     of run_components: the components of "
       << values[*signature.donor].name;
  os << "\n";
}

/// Text from the program must not end a comment.
static std::string inComment(std::string text) {
  for (size_t at; (at = text.find("*/")) != std::string::npos;)
    text.replace(at, 2, "* /");
  return text;
}

void CInterface::printHeader(StringRef processor, raw_ostream &os) const {
  const Signature &signature = program.getSignature();
  const Mesh &mesh = signature.mesh;
  std::string upper = StringRef(prefix).upper(), values;
  raw_string_ostream lines(values);
  for (auto [i, value] : enumerate(this->values)) {
    if (i == 0 && !signature.arguments.empty())
      lines << " *\n * Arguments:\n";
    if (i == signature.arguments.size())
      lines << " *\n * Results:\n";
    describe(value, lines);
  }
  os << "/* " << prefix << ".h, by dtensor-compile: a tensor program on "
     << mesh.getNumDevices() << " devices"
     << (mesh.getDimensions().empty() ? "" : " of the mesh ")
     << inComment(mesh.str()) << ".\n *\n"
     << " * Processor: " << processor
     << ". Peak bytes of a device: " << program.getPeakBytes() << ".\n"
     << " * Values are row-major. A complex number is two elements; of bf16, "
        "f16 and\n * narrower floats the bits are passed.\n"
     << inComment(values) << " */\n\n"
     << "#ifndef " << upper << "_H\n#define " << upper << "_H\n\n"
     << "#include <stdint.h>\n\n"
     << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
     << "enum { " << upper << "_NUM_DEVICES = " << mesh.getNumDevices()
     << " };\n\n"
     << "/* Runs the program on whole values. No result may overlap another "
        "value. The\n * first call starts the devices. Calls from several "
        "threads run one after the\n * other. Returns 0; or 1 if the program "
        "raised an error, or 2 if it cannot run\n * here. */\n"
     << "int " << prefix << "_run(" << printParameters(false) << ");\n\n"
     << "/* The same on components: element d is that of device d. */\n"
     << "int " << prefix << "_run_components(" << printParameters(true)
     << ");\n\n"
     << "/* Why this thread's last call failed. It is valid until the next "
        "one. */\n"
     << "const char *" << prefix << "_error(void);\n\n"
     << "/* Ends the devices, which the next call starts again. No call may be "
        "in\n * progress. */\n"
     << "void " << prefix << "_end(void);\n\n"
     << "#ifdef __cplusplus\n}\n#endif\n\n#endif /* " << upper << "_H */\n";
}

} // namespace dtensor
